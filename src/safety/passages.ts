/** How much around a match belongs to it: the sentence, or the rest of the comment, string or line. */

/** A part of a text, end exclusive, UTF-16 units. */
export interface Passage {
  readonly start: number;
  readonly end: number;
}

/** Where a sentence or a line part can begin, seen from behind: after one of these. */
const OPENERS =
  /(?:[.!?](?=\s)|[。！？；]|;(?=\s)|\/\/+!?|\/\*+!?|<!--|-->|\{\/\*|"{1,3}|'{3}|`{1,3}|(?:^|\s)(?:#+|--|\*|>|;+|%|-)(?=\s)|(?:^|[\s(=,[:])')/g;

/** Where it ends when only the sentence goes. */
const SENTENCE_END = /[.!?](?=\s|$)|[。！？]/;

/** Where a comment or a string ends: nothing after it belongs to the passage. */
const CLOSERS =
  /\*\/|-->|"""|'''|\\n|"(?=\s*(?:[,;:)\]}+]|$))|'(?=\s*(?:[,;:)\]}+]|$))|`(?=\s*(?:[,;:)\]}+]|$))|<\//;

/** Widens a match to its sentence within its line, or with `toEnd` to the end of its comment, string or line. */
export function widen(text: string, start: number, end: number, toEnd: boolean): Passage {
  const lineStart = text.lastIndexOf("\n", start - 1) + 1;
  const lineEnd = indexOrEnd(text, "\n", end);
  let from = lineStart + (/^[\s]*/.exec(text.slice(lineStart, start))?.[0].length ?? 0);
  for (const opener of text.slice(lineStart, start).matchAll(OPENERS)) {
    from = lineStart + opener.index + opener[0].length;
  }
  while (from < start && /\s/.test(text.charAt(from))) from++;
  const rest = text.slice(end, lineEnd);
  let to = lineEnd - (/\s*$/.exec(rest)?.[0].length ?? 0);
  const closer = CLOSERS.exec(rest);
  if (closer) to = end + closer.index;
  if (!toEnd) {
    const stop = SENTENCE_END.exec(text.slice(end, to));
    if (stop) to = end + stop.index + 1;
  }
  while (to > end && /\s/.test(text.charAt(to - 1))) to--;
  return { start: Math.min(from, start), end: Math.max(to, end) };
}

function indexOrEnd(text: string, needle: string, from: number): number {
  const at = text.indexOf(needle, from);
  return at < 0 ? text.length : at;
}
