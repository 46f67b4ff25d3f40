import { ASCII, DIGIT, isCjk, isLowSurrogate, isWideLetter, OTHER } from "./chars.ts";
import { isAscii } from "../model/text.ts";
import { simplifyChar } from "./traditional.ts";
import { cachedWord, wordOf, wordParts } from "./words.ts";

export { stem } from "./stem.ts";
export { wordParts };

/** Receives a token. */
export type EmitToken = (token: string) => void;

/**
 * Splits source code or a question into search tokens, the same way for index and queries.
 *
 * - identifiers: the whole name and its parts, lower-case and stemmed (see `wordOf`), without accents;
 * - numbers of three to five digits (status codes, ports);
 * - Han, kana and Hangul runs: overlapping pairs of characters, or the character itself in a run of one; traditional
 * characters become simplified ones, full-width ASCII becomes ASCII.
 */
export function tokenize(text: string, emit: EmitToken): void {
  const length = text.length;
  let i = 0;
  while (i < length) {
    const code = text.charCodeAt(i);
    if (code < 128) {
      const kind = ASCII[code];
      if (kind === OTHER) i++;
      else if (kind === DIGIT) i = readNumber(text, i, emit);
      else i = readIdentifier(text, i, emit);
    } else if (isCjk(code)) i = readCjk(text, i, emit);
    else if (isWideLetter(code)) i = readWide(text, i, emit);
    else i++;
  }
}

/** Returns all tokens of `text` in order, for short texts such as questions. */
export function tokens(text: string): string[] {
  const list: string[] = [];
  tokenize(text, (token) => void list.push(token));
  return list;
}

/** The tokens of a name's parts; of a name of one part, that. */
export function nameParts(name: string): string[] {
  const all = tokens(name);
  return all.length > 1 ? all.slice(1) : all;
}

/**
 * Emits the stemmed pairs of adjacent words per line, joined by a space: within identifiers and across the words of a
 * comment or string, without stop words. Pairs never span a line break. CJK text is skipped: its tokens are pairs
 * already.
 */
export function bigrams(text: string, emit: EmitToken): void {
  const length = text.length;
  let previous = "";
  let i = 0;
  while (i < length) {
    let code = text.charCodeAt(i);
    const kind = ASCII[code] ?? OTHER;
    if (kind === OTHER || kind === DIGIT) {
      if (code === 10) previous = "";
      i++;
      continue;
    }
    const start = i;
    do {
      i++;
      code = i < length ? text.charCodeAt(i) : 0;
    } while (code < 128 && ASCII[code] !== OTHER);
    for (const part of cachedWord(text.slice(start, i)).parts) {
      if (previous !== "") emit(previous + " " + part);
      previous = part;
    }
  }
}

function readIdentifier(text: string, start: number, emit: EmitToken): number {
  const length = text.length;
  let end = start;
  let code = text.charCodeAt(start);
  do {
    end++;
    code = end < length ? text.charCodeAt(end) : 0;
  } while (code < 128 && ASCII[code] !== OTHER);
  if (code >= 128 && isWideLetter(code)) return readWide(text, start, emit);
  if (end - start > 1) emitAll(cachedWord(text.slice(start, end)).tokens, emit);
  return end;
}

function emitAll(tokens: readonly string[], emit: EmitToken): void {
  for (let at = 0; at < tokens.length; at++) emit(tokens[at]!);
}

/** Reads a number, including `0x1f`, `1_000` and `2nd`; emits only plain numbers of three to five digits. */
function readNumber(text: string, start: number, emit: EmitToken): number {
  let end = start + 1;
  let plain = true;
  for (; end < text.length; end++) {
    const kind = ASCII[text.charCodeAt(end)] ?? OTHER;
    if (kind === OTHER) break;
    if (kind !== DIGIT) plain = false;
  }
  if (plain && end - start >= 3 && end - start <= 5) emit(text.slice(start, end));
  return end;
}

function readCjk(text: string, start: number, emit: EmitToken): number {
  let previous = "";
  let i = start;
  let count = 0;
  while (i < text.length && isCjk(text.charCodeAt(i))) {
    const width = isLowSurrogate(text.charCodeAt(i + 1)) ? 2 : 1;
    const char = width === 1 ? simplifyChar(text.charAt(i)) : text.slice(i, i + 2);
    if (count > 0) emit(previous + char);
    previous = char;
    count++;
    i += width;
  }
  if (count === 1) emit(previous);
  return i;
}

/** Reads an identifier with non-ASCII letters. Accents and width are normalized first. */
function readWide(text: string, start: number, emit: EmitToken): number {
  let end = start;
  while (end < text.length) {
    const code = text.charCodeAt(end);
    if (code < 128 ? ASCII[code] === OTHER : !isWideLetter(code)) break;
    end++;
  }
  const folded = foldLetters(text.slice(start, end));
  if (isAscii(folded)) emitAll(wordOf(folded).tokens, emit);
  else if (folded.length > 1) emit(folded.toLowerCase());
  return end;
}

/** Compatibility decomposition without combining accents: `Größe` -> `Große`, `Ａｂ` -> `Ab`. */
export function foldLetters(text: string): string {
  return text.normalize("NFKD").replace(/[\u0300-\u036f]/g, "");
}
