import { lookUp } from "../model/json.ts";
import config from "../../config/comment_syntax.json" with { type: "json" };
import { onceEach } from "../model/once.ts";

/**
 * Splits source text into code, comments and strings without a syntax tree, also in languages without a grammar and in
 * files with syntax errors. Wrong guesses (a quote in a regular expression) end with the line.
 */

/** Places of the fields in `FIELDS` of the index. */
const [CODE, DOC, STR] = [0, 1, 2] as const;

/** Receives runs of text in order: `[start, end)` in UTF-16 code units, and the index of their field in `FIELDS` of the index. */
export type EmitRun = (start: number, end: number, field: number) => void;

/** Emits runs of code, comments and strings that together cover the text. Unknown languages use `DEFAULT_STYLE`. */
export function scanFields(text: string, language: string, emit: EmitRun): void {
  new Scanner(text, styleNamed(lookUp<string>(config.languages, language) ?? "")).run(emit);
}

/** True if the comment syntax of a language is known. */
export function hasComments(language: string): boolean {
  return Object.hasOwn(config.languages, language);
}

interface Style {
  readonly line: readonly string[];
  readonly block: readonly { readonly open: string; readonly close: string; readonly kind: string }[];
  readonly quotes: string;
  readonly multiline: string;
  /** True if `'` delimits a character literal. */
  readonly chars: boolean;
  /** 1 for every character code that can start one of the above. */
  readonly starts: Uint8Array;
}

interface StyleConfig {
  readonly line: readonly string[];
  readonly block: readonly (readonly string[])[];
  readonly quotes: string;
  readonly multiline?: string;
  readonly chars?: boolean;
}

/** Style of unknown languages: the most common comment syntax. */
const DEFAULT_STYLE: StyleConfig = { line: ["//", "#"], block: [["/*", "*/"]], quotes: '"' };

const styleNamed = onceEach((name: string) =>
  compileStyle(lookUp<StyleConfig>(config.styles, name) ?? DEFAULT_STYLE)
);

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

/** Scanner of one text. */
class Scanner {
  /** End of the last run. A field, to avoid an allocation per run. */
  #runEnd = 0;
  /** Start of the cached part of a line; initially empty. */
  #knownStart = 1;
  #knownEnd = 0;

  constructor(private readonly text: string, private readonly style: Style) {}

  run(emit: EmitRun): void {
    const { text, style: { starts } } = this;
    const length = text.length;
    let codeStart = 0;
    let at = 0;
    while (at < length) {
      const code = text.charCodeAt(at);
      if (code > 127 || starts[code] === 0) {
        at++;
        continue;
      }
      const field = this.#special(at);
      if (field < 0) {
        at++;
        continue;
      }
      if (at > codeStart) emit(codeStart, at, CODE);
      emit(at, this.#runEnd, field);
      at = codeStart = this.#runEnd;
    }
    if (length > codeStart) emit(codeStart, length, CODE);
  }

  /** The field of the comment or string that starts at `at`; -1 if there is none. */
  #special(at: number): number {
    const { text, style } = this;
    for (const { open, close, kind } of style.block) {
      if (!text.startsWith(open, at)) continue;
      const end = text.indexOf(close, at + open.length);
      this.#runEnd = end < 0 ? text.length : end + close.length;
      if (kind === "comment") return DOC;
      return kind === "docstring" && isFirstOnLine(text, at) ? DOC : STR;
    }
    for (const marker of style.line) {
      if (!text.startsWith(marker, at) || !mayComment(text, at, marker)) continue;
      this.#runEnd = this.#lineEnd(at);
      return DOC;
    }
    const char = text.charAt(at);
    if (style.quotes.includes(char)) return this.#quoted(at, this.#lineEnd(at));
    if (style.multiline.includes(char)) return this.#quoted(at, text.length);
    return style.chars && char === "'" ? this.#character(at) : -1;
  }

  /** A character literal, including escapes. */
  #character(at: number): number {
    const { text } = this;
    const end = text.charAt(at + 1) === "\\" ? text.indexOf("'", at + 3) : at + 2;
    if (text.charAt(end) !== "'" || end - at > 12) return -1;
    this.#runEnd = end + 1;
    return STR;
  }

  /** A string literal that ends before `limit`. */
  #quoted(at: number, limit: number): number {
    const quote = this.text.charCodeAt(at);
    for (let end = at + 1; end < limit; end++) {
      const here = this.text.charCodeAt(end);
      if (here === 92) end++;
      else if (here === quote) {
        this.#runEnd = end + 1;
        return STR;
      }
    }
    // Unterminated. A long string is accepted nevertheless: rescanning from each quote in it would take quadratic time.
    if (limit - at < LONG) return -1;
    this.#runEnd = limit;
    return STR;
  }

  /** End of the line that contains `at`; cached, for texts of one long line with many quotes. */
  #lineEnd(at: number): number {
    if (at < this.#knownStart || at > this.#knownEnd) {
      const end = this.text.indexOf("\n", at);
      this.#knownStart = at;
      this.#knownEnd = end < 0 ? this.text.length : end;
    }
    return this.#knownEnd;
  }
}

/** Minimum length, in UTF-16 code units, of an unterminated string that is accepted. */
const LONG = 1000;

/** False for `#` within a word (`$#`, `a#b`) and `//` after a colon (`https://`), which start no comment. */
function mayComment(text: string, at: number, marker: string): boolean {
  if (at === 0) return true;
  const before = text.charCodeAt(at - 1);
  if (marker === "#") {
    return before <= 32 || before === 59 || before === 41 || before === 125 || before === 93;
  }
  return marker !== "//" || before !== 58;
}

function isFirstOnLine(text: string, at: number): boolean {
  let before = at - 1;
  // A prefix such as `r` is part of the string.
  while (before >= 0 && /[rRuUbB]/.test(text.charAt(before))) before--;
  while (before >= 0 && (text.charCodeAt(before) === 32 || text.charCodeAt(before) === 9)) before--;
  return before < 0 || text.charCodeAt(before) === 10 || text.charCodeAt(before) === 13;
}
