import type { FlatTree } from "./flat_tree.ts";
import type { LanguageTables } from "./language_tables.ts";
import type { LineTable } from "./lines.ts";

/** A file being parsed: text, syntax tree, and compiled node tables. */
export interface Source {
  readonly text: string;
  readonly tree: FlatTree;
  readonly tables: LanguageTables;
  readonly lines: LineTable;
}

/** Type of the node at a row; "" if there is none. */
export function typeAt({ tree, tables }: Source, row: number): string {
  return tables.typeName(tree.type[row] ?? -1);
}

/** The text of a node. */
export function textOf(source: Source, row: number): string {
  return source.text.slice(source.tree.start[row], source.tree.end[row]);
}

/** The row inside of nodes around a name; -1 if there is none. */
export function unwrapped({ tree, tables }: Source, row: number): number {
  let at = row;
  while (at >= 0 && tables.unwrap[tree.type[at]!] !== undefined) {
    at = tree.locate(at, tables.unwrap[tree.type[at]!]!);
  }
  return at;
}

/** Collapses `text` to one line: runs of white space become one space; at most `limit` characters. */
export function oneLine(text: string, limit: number): string {
  // A run of white space rarely shrinks the text by more than half, so a bounded slice is enough.
  const head = text.length > limit * 3 ? text.slice(0, limit * 3) : text;
  const flat = /[^\S ]| {2}|^ | $/.test(head) ? head.replace(/\s+/g, " ").trim() : head;
  return flat.length > limit ? flat.slice(0, limit) : flat;
}

/** True if a name begins with an upper-case letter. */
export const isCapitalized = (name: string): boolean => CAPITAL.test(name);

/** True for one name of letters, digits, `_` and `$`. */
export const isIdentifier = (text: string): boolean => IDENTIFIER.test(text);

const IDENTIFIER = /^[\p{L}_$][\p{L}\p{N}_$]*$/u;

/** The words of letters, digits and `_` in a text. */
export const wordsOf = (text: string): readonly string[] => text.match(WORDS) ?? [];

const WORDS = /\w+/g;

/** A text without quotes around it. */
export function unquoted(text: string): string {
  return text.length > 1 && text[0] === text.at(-1) && "\"'`".includes(text[0]!) ? text.slice(1, -1) : text;
}

/** True for a name in capitals, with digits and `_`: `MAX_SIZE`. */
export const isUpperCase = (name: string): boolean => UPPER_CASE.test(name);

const UPPER_CASE = /^_*[A-Z][A-Z0-9_]+$/;

const CAPITAL = /^\p{Lu}/u;

/** True if `text` between the offsets is white space with at most one line break. */
export function adjoins(text: string, from: number, to: number): boolean {
  let breaks = 0;
  for (let at = from; at < to; at++) {
    const code = text.charCodeAt(at);
    if (code === 10) breaks++;
    else if (code !== 32 && code !== 9 && code !== 13) return false;
  }
  return breaks <= 1;
}

/**
 * True if a character can be part of an identifier in some language: letters, digits, `_`, `$`, all non-ASCII
 * characters.
 */
export const isWordCode = (code: number): boolean => code >= 128 || WORD[code] === 1;

const WORD = new Uint8Array(128);
for (const char of "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_$") {
  WORD[char.charCodeAt(0)] = 1;
}

/** True if a name is written like a constant, and not one of the language. */
export const isConstantName = (name: string): boolean => CONSTANT.test(name) && !FROM_LIBRARY.has(name);

/** Names of constants by the convention of all languages: `MAX_SIZE`, `LIMIT2`. */
const CONSTANT = /^[A-Z][A-Z0-9_]*[A-Z0-9]$/;
/** Frequent constants of languages and their libraries. */
const FROM_LIBRARY: ReadonlySet<string> = new Set(["NULL", "TRUE", "FALSE", "EOF", "JSON"]);

/** The parts of a file that could not be parsed, by the one-based lines of the errors. */
export function gapsOf({ tree }: Source, errorLines: readonly number[]): string[] {
  if (!tree.hasError) return [];
  const shown = errorLines.slice(0, 3);
  if (shown.length === 0) return ["parse errors"];
  const more = errorLines.length - shown.length;
  return [`parse errors near line ${shown.join(", ")}${more > 0 ? ` and ${more} more` : ""}`];
}
