import type { LineTable } from "./lines.ts";

/** Lines longer than this are data or minified code, and what the parser is slowest at. */
const LONG_LINE = 20_000;

/** `text` with overlong lines blanked and lone `\r` made `\n`: every offset stays what it was. */
export function readable(text: string, lines: LineTable): string {
  const plain = lines.hasLoneReturns ? text.replace(/\r(?!\n)/g, "\n") : text;
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
