/** A part of a text, by offsets. */
export type Span = { readonly start: number; readonly end: number };

/** Splits a list at its commas outside of brackets. */
export function spansOf(text: string, start: number, end: number, open = "([{", close = ")]}"): Span[] {
  const parts: Span[] = [];
  let [depth, from] = [0, start];
  for (let at = start; at <= end; at++) {
    if (at === end || (text[at] === "," && depth === 0)) {
      parts.push({ start: at - text.slice(from, at).trimStart().length, end: at });
      from = at + 1;
    } else if (open.includes(text[at]!)) depth++;
    else if (close.includes(text[at]!) && !text.startsWith("->", at - 1)) depth--;
  }
  return parts;
}

/** Splits at commas outside of brackets. */
export function splitList(list: string): string[] {
  return spansOf(list, 0, list.length, "(<[{", ")]}>").map(({ start, end }) => list.slice(start, end).trim());
}
