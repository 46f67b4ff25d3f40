import type { LineTable } from "./lines.ts";

/** Length above which a line is data or minified code, on which the parser is slowest; in characters. */
const LONG_LINE = 20_000;

/**
 * Blanks overlong lines and merge conflict markers, so that both sides are parsed, and replaces lone `\r` by `
 * `. Offsets are unchanged.
 */
export function readable(text: string, lines: LineTable): string {
  const plain = withoutConflictMarks(lines.hasLoneReturns ? text.replace(/\r(?!\n)/g, "\n") : text);
  if (plain.length <= LONG_LINE) return plain;
  const parts: string[] = [];
  let copied = 0;
  for (const line of lines.longerThan(LONG_LINE)) {
    const start = lines.startOf(line);
    const end = lines.startOf(line + 1);
    parts.push(plain.slice(copied, start), " ".repeat(end - start - 1), plain.slice(end - 1, end));
    copied = end;
  }
  return copied === 0 ? plain : parts.join("") + plain.slice(copied);
}

/** Lines that git writes around and between the sides of a conflict; elsewhere `=======` underlines headings. */
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
 * Blanks Rust macros around items (`cfg_rt! { ... }`, `pin_project! { ... }`), so that the items are parsed, if
 * formatted with the brackets at line ends. Offsets are unchanged.
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

/** A range to blank; `by` replaces its first characters. */
export type Blank = { readonly start: number; readonly end: number; readonly by?: string };

/** A text with spaces instead of all characters but line breaks. */
export const blank = (text: string): string => text.replace(/[^\r\n]/g, " ");

/** Replaces the ranges by spaces, except line breaks; the first of overlapping ranges wins. */
export function blanked(text: string, blanks: readonly Blank[]): string {
  const parts: string[] = [];
  let copied = 0;
  for (const { start, end, by = "" } of [...blanks].sort((a, b) => a.start - b.start)) {
    if (end <= copied) continue;
    const from = Math.max(start, copied);
    parts.push(text.slice(copied, from), by, blank(text.slice(from + by.length, end)));
    copied = end;
  }
  return copied === 0 ? text : parts.join("") + text.slice(copied);
}

/** A macro with its opening bracket at the end of a line, before a line that starts like an item. */
const ITEM_MACRO =
  /^([ \t]*)(?!macro_rules\b|quote\w*\b|parse_quote\w*\b)(?:\w+::)*\w+! \{(?=[ \t]*\r?\n\s*(?:#\[|\/\/|pub\b|fn\b|struct\b|enum\b|impl\b|mod\b|use\b|trait\b|const\b|static\b|type\b|async fn\b|unsafe (?:fn|impl)\b|extern\b))/gm;

/**
 * Blanks text that a grammar cannot read: the pattern's matches. One of its group `end` becomes a separator, one of its
 * group `text` a string. Offsets are unchanged.
 */
export function withoutUnread(text: string, unread: string): string {
  return text.replace(new RegExp(unread, "g"), (match, ...rest) => {
    const { end, text } = rest.at(-1) as { end?: string; text?: string };
    return end ? ";" : text ? `"${"_".repeat(text.length - 2)}"` : blank(match);
  });
}
