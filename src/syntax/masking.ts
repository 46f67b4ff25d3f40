import type { LineTable } from "./lines.ts";

/** Lines longer than this are data or minified code, and what the parser is slowest at. */
const LONG_LINE = 20_000;

/**
 * `text` with overlong lines and the marks of merge conflicts blanked, so that both sides are read, and lone `\r` made
 * `\n`: every offset stays what it was.
 */
export function readable(text: string, lines: LineTable): string {
  const plain = withoutConflictMarks(lines.hasLoneReturns ? text.replace(/\r(?!\n)/g, "\n") : text);
  if (plain.length <= LONG_LINE) return plain;
  const parts: string[] = [];
  let kept = 0;
  for (const line of lines.longerThan(LONG_LINE)) {
    const start = lines.startOf(line);
    const end = lines.startOf(line + 1);
    parts.push(plain.slice(kept, start), " ".repeat(end - start - 1), plain.slice(end - 1, end));
    kept = end;
  }
  return kept === 0 ? plain : parts.join("") + plain.slice(kept);
}

/** The lines that git puts around and between the sides of a conflict; `=======` underlines headings elsewhere. */
const CONFLICT_MARK = /^(?:<{7} .*|\|{7}(?: .*)?|={7}|>{7} .*)(?=\r?$)/gm;

function withoutConflictMarks(text: string): string {
  if (!text.includes("<<<<<<< ") || !text.includes(">>>>>>> ")) return text;
  return blanked(
    text,
    Array.from(
      text.matchAll(CONFLICT_MARK),
      ({ index, 0: mark }) => ({ start: index, end: index + mark.length }),
    ),
  );
}

/**
 * Rust's macros around items (`cfg_rt! { ... }`, `pin_project! { ... }`) blanked, so that the items are parsed: as
 * formatted code has them, with the brackets on lines of their own. Every offset stays what it was.
 */
export function withoutItemMacros(text: string): string {
  if (!text.includes("! {")) return text;
  const blanks: Blank[] = [];
  for (const match of text.matchAll(ITEM_MACRO)) {
    const [whole, indent = ""] = match;
    const close = text.indexOf(`\n${indent}}`, match.index + whole.length - 1);
    if (close < 0 || !/^[\r\n]?$/.test(text[close + indent.length + 2] ?? "")) continue;
    blanks.push({ start: match.index + indent.length, end: match.index + whole.length });
    blanks.push({ start: close + 1 + indent.length, end: close + indent.length + 2 });
  }
  return blanked(text, blanks);
}

/** A range of a text; `by` takes the place of its first characters. */
export interface Blank {
  readonly start: number;
  readonly end: number;
  readonly by?: string;
}

/** The text with spaces for the ranges; line breaks stay, of ranges that overlap the first counts. */
export function blanked(text: string, blanks: readonly Blank[]): string {
  const parts: string[] = [];
  let kept = 0;
  for (const { start, end, by = "" } of [...blanks].sort((a, b) => a.start - b.start)) {
    if (end <= kept) continue;
    const from = Math.max(start, kept);
    parts.push(text.slice(kept, from), by, text.slice(from + by.length, end).replace(/[^\r\n]/g, " "));
    kept = end;
  }
  return kept === 0 ? text : parts.join("") + text.slice(kept);
}

/** A macro that opens its bracket at the end of a line, before a line that begins like an item. */
const ITEM_MACRO =
  /^([ \t]*)(?!macro_rules\b|quote\w*\b|parse_quote\w*\b)(?:\w+::)*\w+! \{(?=[ \t]*\r?\n\s*(?:#\[|\/\/|pub\b|fn\b|struct\b|enum\b|impl\b|mod\b|use\b|trait\b|const\b|static\b|type\b|async fn\b|unsafe (?:fn|impl)\b|extern\b))/gm;

/** `text` with everything blanked but the contents of a tag: every offset stays what it was. */
export function onlyInside(text: string, tag: string): string {
  const blank = (part: string): string => part.replace(/[^\n\r]/g, " ");
  const element = new RegExp(`<${tag}\\b[^>]*>([^]*?)</${tag}\\s*>`, "gi");
  const parts: string[] = [];
  let kept = 0;
  for (const match of text.matchAll(element)) {
    const start = match.index + match[0].indexOf(">") + 1;
    parts.push(blank(text.slice(kept, start)), match[1]!);
    kept = start + match[1]!.length;
  }
  return parts.join("") + blank(text.slice(kept));
}
