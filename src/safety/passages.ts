import { hasSpace } from "./fold.ts";

/** Extends a match to its passage: the sentence, or the rest of the comment, string or line. */

/** A rule with a text that it finds and a similar one that it does not. */
export interface TestedRule {
  readonly id: string;
  readonly doc: string;
  readonly example: string;
  readonly benign: string;
}

/** A range of a text, `end` exclusive, in UTF-16 code units. */
export interface Passage {
  readonly start: number;
  readonly end: number;
}

/** Separators after which a sentence or a part of a line starts. */
const OPENERS =
  /(?:[.!?](?=\s)|[。！？；]|;(?=\s)|\/\/+!?|\/\*+!?|<!--|-->|\{\/\*|"{1,3}|'{3}|`{1,3}|(?:^|\s)(?:#+|--|\*|>|;+|%|-)(?=\s)|(?:^|[\s(=,[:])')/g;

/** End of a comment, or continuation of markup: the passage ends there. */
const COMMENT_END = /\*\/|-->|"""|'''|<\//;

/** End of a string that started before the passage. */
const STRING_END: Readonly<Record<string, RegExp>> = {
  '"': /"(?=\s*(?:[,;:)\]}+]|$))/,
  "'": /'(?=\s*(?:[,;:)\]}+]|$))/,
  "`": /`(?=\s*(?:[,;:)\]}+]|$))/,
};

/** Extent of a passage: to the end of its line or of its paragraph. */
export type Extent = "line" | "paragraph";

/** Maximum number of lines of a paragraph removed with an order at its start. */
const MOST_LINES = 40;
/** Maximum length of such a paragraph, and of a passage between two markers, in UTF-16 code units. */
export const MOST_UNITS = 4000;

/**
 * Extends a match to the start of its sentence within the line, and to the end of its extent; never beyond the
 * enclosing comment, string or element.
 */
export function widen(text: string, { start, end }: Passage, extent: Extent): Passage {
  const lineStart = text.lastIndexOf("\n", start - 1) + 1;
  const head = text.slice(lineStart, start);
  let from = lineStart;
  for (const opener of head.matchAll(OPENERS)) from = lineStart + opener.index + opener[0].length;
  while (hasSpace(text.charAt(from))) from++;
  const closers = closersOf(head, extent);
  let to = partEnd(text, end, closers);
  if (extent === "paragraph") to = paragraphEnd(text, lineStart, to, closers);
  while (hasSpace(text.charAt(to - 1))) to--;
  return { start: Math.min(from, start), end: Math.max(to, end) };
}

/** Expressions that end the part of the line after `head`. */
function closersOf(head: string, extent: Extent): readonly RegExp[] {
  const closers = [COMMENT_END];
  if (extent !== "paragraph") closers.push(/\\n/);
  for (const [quote, end] of Object.entries(STRING_END)) if (isWithin(head, quote, end)) closers.push(end);
  return closers;
}

/** True if a string is open at the end of `head`. */
function isWithin(head: string, quote: string, end: RegExp): boolean {
  if (quote !== "'") return head.split(quote).length % 2 === 0;
  const opened = [...head.matchAll(/(?:^|[\s(=,[:])'/g)].at(-1);
  return opened !== undefined && !end.test(head.slice(opened.index + opened[0].length));
}

/** End of the line, or the first closer before it. */
function partEnd(text: string, end: number, closers: readonly RegExp[]): number {
  const rest = text.slice(end, indexOrEnd(text, "\n", end));
  return Math.min(...closers.map((closer) => end + indexOf(rest, closer)));
}

function indexOf(text: string, pattern: RegExp): number {
  const at = text.search(pattern);
  return at === -1 ? text.length : at;
}

/** Leader of a comment or list line. */
const LEADER = /^[ \t]*(\/\/+[!\/]?|\/\*+!?|#+|\*+(?!\/)|--(?=\s)|;+|%+|>+|\|)?[ \t]*/;

const LIST_ITEM = /^\s*(?:[-*+\u2022]|\(?\d{1,3}[.)\u3001])\s/;

/** A line of code rather than prose. */
const CODE =
  /[;{}]\s*$|^\s*(?:const|let|var|def|fn|func|function|class|return|if|for|while|import|from|use|package|public|private|static|export|struct|enum|interface|type|try|else|end|@\w+)\b[^.!?]*$|^\s*[\w.$>-]+\s*(?:=|:=|\+=)\s|^\s*[\w.$]+\([^)]*\)\s*;?\s*$|^\s*[})\]]/;

/** End of the last consecutive line that has the same leader as the first and reads like its prose. */
function paragraphEnd(text: string, lineStart: number, to: number, closers: readonly RegExp[]): number {
  const first = text.slice(lineStart, indexOrEnd(text, "\n", lineStart));
  const leader = leaderOf(first) || (/\s(\/\/|#)\s/.exec(first)?.[1] ?? "").slice(0, 1);
  const isItem = LIST_ITEM.test(first.replace(LEADER, "")) || LIST_ITEM.test(first);
  let end = to;
  for (let lines = 0; lines < MOST_LINES && text.charAt(end) === "\n" && end - to < MOST_UNITS; lines++) {
    const next = end + 1;
    const line = text.slice(next, indexOrEnd(text, "\n", next));
    if (leaderOf(line) !== leader || !/[A-Za-z\u0080-\uFFFF]{2}/.test(line.replace(LEADER, ""))) break;
    if (leader === "" && CODE.test(line) || isItem && LIST_ITEM.test(line)) break;
    end = partEnd(text, next, closers);
  }
  return end;
}

/** Kind of a leader, ignoring its length: `#` for `##`, `*` also for the start of the comment. */
function leaderOf(line: string): string {
  const leader = LEADER.exec(line)?.[1] ?? "";
  return leader.startsWith("/*") ? "*" : leader.slice(0, 1);
}

function indexOrEnd(text: string, needle: string, from: number): number {
  const at = text.indexOf(needle, from);
  return at === -1 ? text.length : at;
}
