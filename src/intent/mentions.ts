import { CHUNK, type PathHit, readPath } from "./paths.ts";
import { isBareFile, isProperName } from "./words.ts";

/** Names in a passage of prose, and the passage without them. */
export interface Mentions {
  readonly paths: readonly PathHit[];
  /** Identifiers by their shape, backticked ones first-class. */
  readonly identifiers: readonly string[];
  /** Quoted strings and command-line flags. */
  readonly phrases: readonly string[];
  /** The text with every name replaced by U+E000, for the word triggers. */
  readonly rest: string;
}

/** Longest quoted phrase kept, in UTF-16 units. */
const MAX_PHRASE = 200;

/** Reads paths, identifiers, quoted phrases and flags from prose. */
export function readMentions(prose: string): Mentions {
  const paths: PathHit[] = [];
  const identifiers: string[] = [];
  const phrases: string[] = [];
  let rest = !prose.includes("`") ? prose : prose.replace(/``?([^`\n]{1,300})``?/g, (_, inner: string) => {
    const text = inner.trim();
    const hit = readPath(text);
    if (hit !== undefined) paths.push(hit);
    else if (isName(text)) identifiers.push(stripCall(text));
    else if (text !== "") phrases.push(text.slice(0, MAX_PHRASE));
    return " \ue000 ";
  });
  collectQuotes(rest, phrases);
  rest = rest.replace(CHUNK, (chunk) => {
    if (isPlain(chunk)) return chunk;
    const hit = readPath(chunk);
    if (hit !== undefined) {
      paths.push(hit);
      if (hit.symbol !== undefined) identifiers.push(hit.symbol);
      return " \ue000 ";
    }
    if (chunk.includes("://")) return " ";
    if (/^--[a-z][\w-]+/.test(chunk)) phrases.push(chunk.replace(/[.,:;?!)]+$/, ""));
    return replaceNames(chunk, identifiers);
  });
  return { paths, identifiers, phrases, rest };
}

/** Cheap: lower-case letters only, or one capital in front; such a chunk is a word, unless it is the name of a file like Makefile. */
function isPlain(chunk: string): boolean {
  return /^[A-Z]?[a-z]*[,.?]?$/.test(chunk) && !(/^[A-Z]/.test(chunk) && isBareFile(chunk.toLowerCase()));
}

const NAME = /[$_A-Za-z][\w$]*(?:(?:\.|::|->|#)[$_A-Za-z][\w$]*)*(?:\(\)?|!(?=\())?/g;

/** The identifiers of a piece of code, by their shape. */
export function shapedNames(code: string): string[] {
  const found: string[] = [];
  replaceNames(code, found);
  return found;
}

function replaceNames(chunk: string, into: string[]): string {
  return chunk.replace(NAME, (name) => {
    if (!isShaped(name)) return name;
    into.push(stripCall(name));
    return " \ue000 ";
  });
}

/** Quoted strings of two or more characters; apostrophes inside words do not count. */
function collectQuotes(text: string, into: string[]): void {
  for (
    const found of text.matchAll(
      /"([^"\n]{1,200})"|“([^”\n]{2,200})”|「([^」\n]{2,200})」|『([^』\n]{2,200})』|(?<![\w\u4e00-\u9fff])'([^'\n]{3,200})'(?!\w)/g,
    )
  ) {
    const phrase = (found[1] ?? found[2] ?? found[3] ?? found[4] ?? found[5] ?? "").trim();
    if (phrase.length > 1) into.push(phrase);
  }
}

/** True for the spelling of an identifier: `camelCase`, `TwoHumps`, `snake_case`, `a::b`, `a.b()`, `call()`, `SCREAMING_CASE`. */
export function isShaped(word: string): boolean {
  const name = stripCall(word);
  if (name.length < 3 || name.length > 120) return false;
  if (isProperName(name.toLowerCase())) return false;
  if (word.endsWith("()")) return true;
  if (name.includes("::") || name.includes("->")) return true;
  if (name.includes(".") || name.includes("#")) return isDotted(name);
  if (/[A-Za-z0-9]_+[A-Za-z0-9]|^_+[a-z]|^[$][a-z]/i.test(name)) return true;
  if (/^[a-z]+[a-z0-9]*[A-Z]/.test(name)) return true;
  return /^[A-Z][a-z0-9]+(?:[A-Z][a-z0-9]*)+$/.test(name) ||
    /^I?[A-Z]{2,}[a-z]{2,}[A-Za-z]*$/.test(name) && name.length > 5;
}

function isDotted(name: string): boolean {
  return name.split(/[.#]/).every((part) => part.length > 1) && !DOMAIN.test(name);
}

const DOMAIN = /^www\.|\.(?:com|org|net|io|dev|cn|edu|gov|www|co|uk|de|ai)$/i;

/** True for backticked text that is one name rather than a piece of code or a sentence. */
function isName(text: string): boolean {
  return /^[@$#]?[\w$]+(?:(?:\.|::|->|#|-)[\w$]+)*[?!=]?(?:\(\))?$/.test(text) && /[A-Za-z]/.test(text);
}

function stripCall(name: string): string {
  return name.replace(/!?(?:\(\)?)?$/, "");
}
