import words from "../../config/general_words.json" with { type: "json" };
import { BoundedMap } from "../model/memo.ts";
import { ASCII, DIGIT, isHan, JOINER, LOWER, UPPER } from "./chars.ts";
import { stem } from "./stem.ts";

/** English stop words of questions about code. */
const ENGLISH: ReadonlySet<string> = new Set(words.stop.split(" "));

/** True if `word` (lower case) is an English stop word. */
export function isStopWord(word: string): boolean {
  return ENGLISH.has(word);
}

/** Words that people use about any code, besides stop words; Chinese ones by their parts. */
const ASKING: ReadonlySet<string> = new Set(words.asking.split(" "));
/** Numbers of characters of the Chinese ones, the longest first. */
const SIZES = [3, 2, 1];

/** True if a word (lower case) or a run of Chinese is used about any code, and not about some. */
export function isAsking(word: string): boolean {
  if (ASKING.has(word) || word === "") return true;
  const size = isHan(word.charCodeAt(0)) ? SIZES.find((one) => ASKING.has(word.slice(0, one))) : undefined;
  return size !== undefined && isAsking(word.slice(size));
}

/** Minimum number of words that say more than a name among them. */
const MANY_WORDS = 3;

/** True if the words of a question, without those of asking, say more than a name among them. */
export function hasManyWords(words: readonly string[]): boolean {
  return words.filter((word) => !isAsking(word)).length >= MANY_WORDS;
}

/** Tokens of one identifier. */
export interface Word {
  readonly tokens: readonly string[];
  /** Stems of the parts in order, without single letters and stop words: the input of bigrams. */
  readonly parts: readonly string[];
}

/**
 * Maximum length of a whole-name token; longer runs are data (base64, minified names) and give only part tokens.
 * Identifiers above `MAX_IDENTIFIER` give no tokens. UTF-16 code units.
 */
const MAX_WHOLE = 64;
const MAX_IDENTIFIER = 200;
/** Maximum length of cached identifiers, in UTF-16 code units: a longer slice would keep its whole source text in memory. */
const MAX_CACHED = 12;
/** Identifiers repeat; more of them would cost more CPU cache misses than they save. */
const cached = new BoundedMap<string, Word>();

/**
 * Lower-case, unstemmed words of an ASCII identifier, split at camelCase, snake_case, acronym and digit boundaries.
 * `HTTPServer` -> http, server; `utf8Decode` -> utf, 8, decode; `parseURLs` -> parse, urls; `__init__` -> init.
 */
export function wordParts(identifier: string): string[] {
  const parts: string[] = [];
  eachPart(identifier, (start, end) => parts.push(identifier.slice(start, end).toLowerCase()));
  return parts;
}

/**
 * Tokens of an ASCII identifier: the whole name, lower-case without `_` and `$`, and each of its parts, all stemmed.
 * `foreign_key`, `ForeignKey` and `FOREIGN_KEY` therefore share the token `foreignkey`. Single letters are left out.
 */
export function wordOf(identifier: string): Word {
  if (identifier.length > MAX_IDENTIFIER) return NONE;
  const lower = identifier.toLowerCase();
  const tokens: string[] = [];
  let joined = "";
  eachPart(identifier, (start, end) => {
    const part = lower.slice(start, end);
    joined += part;
    if (part.length > 1) tokens.push(stem(part));
  });
  if (joined.length < 2) return NONE;
  const whole = stem(joined);
  const words = tokens.length > 0 ? tokens : [whole];
  const parts = words.some(isStopWord) ? words.filter((part) => !isStopWord(part)) : words;
  const isData = joined.length > MAX_WHOLE;
  return { tokens: isData || tokens.includes(whole) ? tokens : [whole, ...tokens], parts };
}

/** Equivalent to {@link wordOf}, with a cache. */
export function cachedWord(identifier: string): Word {
  if (identifier.length > MAX_CACHED) return wordOf(identifier);
  let word = cached.get(identifier);
  if (word === undefined) cached.set(identifier, word = wordOf(identifier));
  return word;
}

const NONE: Word = { tokens: [], parts: [] };

/**
 * Visits the parts of an ASCII identifier, as {@link wordParts} returns them, with start (inclusive) and end
 * (exclusive).
 */
function eachPart(identifier: string, visit: (start: number, end: number) => void): void {
  const length = identifier.length;
  let start = 0;
  while (start < length) {
    const kind = classAt(identifier, start);
    if (kind === JOINER || kind === 0) {
      start++;
      continue;
    }
    const end = partEnd(identifier, start, kind);
    visit(start, end);
    start = end;
  }
}

/** End (exclusive) of the part that begins at `start` with a character of class `kind`. */
function partEnd(text: string, start: number, kind: number): number {
  let end = start + 1;
  if (kind === DIGIT || kind === LOWER) {
    while (classAt(text, end) === kind) end++;
    return end;
  }
  while (classAt(text, end) === UPPER) end++;
  if (classAt(text, end) !== LOWER) return end;
  if (end - start === 1) return partEnd(text, end, LOWER);
  // "URLs": the plural belongs to the acronym; "HTTPServer": the last capital begins the next word.
  if (text.charCodeAt(end) === 115 && classAt(text, end + 1) !== LOWER) return end + 1;
  return end - 1;
}

function classAt(text: string, index: number): number {
  return ASCII[text.charCodeAt(index)] ?? 0;
}
