import { lookUp } from "../model/json.ts";
import config from "../../config/comment_syntax.json" with { type: "json" };

/**
 * Splits source text into code, comments and strings without a syntax tree: also for languages that have no grammar and
 * files that do not parse. Wrong guesses (a quote in a regular expression) end with the line.
 */

/** Number of a field, its place in FIELDS. */
export type FieldNumber = 0 | 1 | 2;
const CODE = 0;
const DOC = 1;
const STR = 2;

/** Receives runs of text in order: `[start, end)` in UTF-16 code units and the field they belong to. */
export type EmitRun = (start: number, end: number, field: FieldNumber) => void;

/** Runs of code, comments and strings; together they cover the text. Undefined language: see `DEFAULT_STYLE`. */
export function scanFields(text: string, language: string, emit: EmitRun): void {
  scan(text, styleOf(language), emit);
}

/** Whether the comments of a language are known. */
export function hasComments(language: string): boolean {
  return Object.hasOwn(config.languages, language);
}

interface Style {
  readonly line: readonly string[];
  readonly block: readonly { readonly open: string; readonly close: string; readonly kind: string }[];
  readonly quotes: string;
  readonly multiline: string;
  /** Whether `'` encloses a single character. */
  readonly chars: boolean;
  /** 1 for every character code that can begin one of the above. */
  readonly starts: Uint8Array;
}

interface StyleConfig {
  readonly line: readonly string[];
  readonly block: readonly (readonly string[])[];
  readonly quotes: string;
  readonly multiline?: string;
  readonly chars?: boolean;
}

/** For unknown kinds of files: most languages comment in one of these ways. */
const DEFAULT_STYLE: StyleConfig = { line: ["//", "#"], block: [["/*", "*/"]], quotes: '"' };

const styles = new Map<string, Style>();

function styleOf(language: string): Style {
  const name = lookUp<string>(config.languages, language) ?? "";
  let style = styles.get(name);
  if (style === undefined) {
    const known = lookUp<StyleConfig>(config.styles, name);
    styles.set(name, style = compileStyle(known ?? DEFAULT_STYLE));
  }
  return style;
}

function compileStyle(from: StyleConfig): Style {
  const starts = new Uint8Array(128);
  const block = from.block.map(([open = "", close = "", kind = "comment"]) => ({ open, close, kind }));
  const mark = (text: string): void => void (starts[text.charCodeAt(0)] = 1);
  from.line.forEach(mark);
  block.forEach(({ open }) => mark(open));
  for (const quote of from.quotes + (from.multiline ?? "") + (from.chars ? "'" : "")) mark(quote);
  return {
    line: from.line,
    block,
    quotes: from.quotes,
    multiline: from.multiline ?? "",
    chars: from.chars ?? false,
    starts,
  };
}

function scan(text: string, style: Style, emit: EmitRun): void {
  const { starts } = style;
  const length = text.length;
  let codeStart = 0;
  let at = 0;
  knownStart = 1;
  knownEnd = 0;
  while (at < length) {
    const code = text.charCodeAt(at);
    if (code > 127 || starts[code] === 0) {
      at++;
      continue;
    }
    const field = special(text, at, style);
    if (field < 0) {
      at++;
      continue;
    }
    if (at > codeStart) emit(codeStart, at, CODE);
    emit(at, runEnd, field as FieldNumber);
    at = codeStart = runEnd;
  }
  if (length > codeStart) emit(codeStart, length, CODE);
}

/** Where the run found by {@link special} ends. A variable of the module: no allocation per run. */
let runEnd = 0;

/** The field of the comment or string that begins at `at`, -1 when none does. */
function special(text: string, at: number, style: Style): number {
  for (const { open, close, kind } of style.block) {
    if (!text.startsWith(open, at)) continue;
    const end = text.indexOf(close, at + open.length);
    runEnd = end < 0 ? text.length : end + close.length;
    if (kind === "comment") return DOC;
    return kind === "docstring" && isFirstOnLine(text, at) ? DOC : STR;
  }
  for (const marker of style.line) {
    if (!text.startsWith(marker, at) || !mayComment(text, at, marker)) continue;
    runEnd = lineEnd(text, at);
    return DOC;
  }
  const char = text.charAt(at);
  if (style.quotes.includes(char)) return quoted(text, at, char, lineEnd(text, at));
  if (style.multiline.includes(char)) return quoted(text, at, char, text.length);
  if (style.chars && char === "'") {
    const end = text.charAt(at + 1) === "\\" ? text.indexOf("'", at + 3) : at + 2;
    if (text.charAt(end) !== "'" || end - at > 12) return -1;
    runEnd = end + 1;
    return STR;
  }
  return -1;
}

/** `#` inside a word (`$#`, `a#b`) and `//` behind a colon (`https://`) begin no comment. */
function mayComment(text: string, at: number, marker: string): boolean {
  if (at === 0) return true;
  const before = text.charCodeAt(at - 1);
  if (marker === "#") {
    return before <= 32 || before === 59 || before === 41 || before === 125 || before === 93;
  }
  return marker !== "//" || before !== 58;
}

function quoted(text: string, at: number, quote: string, limit: number): number {
  const code = quote.charCodeAt(0);
  for (let end = at + 1; end < limit; end++) {
    const here = text.charCodeAt(end);
    if (here === 92) end++;
    else if (here === code) {
      runEnd = end + 1;
      return STR;
    }
  }
  // Not closed. What is long is taken as it stands: looking again from every quote in it would take quadratic time.
  if (limit - at < LONG) return -1;
  runEnd = limit;
  return STR;
}

const LONG = 1000;

/** End of the line that `at` is in; remembered, for a text of one long line with many quotes. */
function lineEnd(text: string, at: number): number {
  if (at < knownStart || at > knownEnd) {
    const end = text.indexOf("\n", at);
    knownStart = at;
    knownEnd = end < 0 ? text.length : end;
  }
  return knownEnd;
}

let knownStart = 1;
let knownEnd = 0;

function isFirstOnLine(text: string, at: number): boolean {
  let before = at - 1;
  // A prefix such as `r` belongs to the string.
  while (before >= 0 && /[rRuUbB]/.test(text.charAt(before))) before--;
  while (before >= 0 && (text.charCodeAt(before) === 32 || text.charCodeAt(before) === 9)) before--;
  return before < 0 || text.charCodeAt(before) === 10 || text.charCodeAt(before) === 13;
}
