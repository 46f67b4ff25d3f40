import { oneLine } from "../model/text.ts";
import { adjoins, type Source, textOf, typeAt } from "./source.ts";

/** Maximum length of a recorded description in characters. */
const DOC_LIMIT = 400;

/** The last comments, as one block. */
export class CommentRun {
  private start = -1;
  private end = -1;

  /** Adds the comment at `row`; a comment after code in its line describes that line, not the next definition. */
  add(source: Source, row: number): void {
    const { text, tree } = source;
    const start = tree.start[row]!;
    let end = tree.end[row]!;
    // Some grammars include the line break in a line comment.
    while (end > start && text.charCodeAt(end - 1) <= 32) end--;
    if (this.end >= 0 && adjoins(text, this.end, start)) {
      this.end = end;
      return;
    }
    this.start = startsLine(text, start) ? start : -1;
    this.end = end;
  }

  /** UTF-16 offset of the block that ends directly before `index`; -1 if there is none. */
  before(source: Source, index: number): number {
    return this.start >= 0 && this.end <= index && adjoins(source.text, this.end, index) ? this.start : -1;
  }

  /** The text of the block without comment markers. */
  text(source: Source): string {
    return cleanComment(source.text.slice(this.start, Math.min(this.end, this.start + DOC_LIMIT * 3)));
  }
}

/** The string at the start of a body, without quotes; "" if there is none. */
export function docstring(source: Source, body: number): string {
  const { tree } = source;
  let at = tree.firstChild(body);
  if (at >= 0 && typeAt(source, at) === "expression_statement") at = tree.firstChild(at);
  if (at < 0 || typeAt(source, at) !== "string") return "";
  const quoted = textOf(source, at).slice(0, DOC_LIMIT * 3);
  return squeeze(quoted.replace(/^[a-zA-Z]*("""|'''|"|')/, "").replace(/("""|'''|"|')$/, ""));
}

/** The text of a comment without markers, truncated. */
export function cleanComment(text: string): string {
  const lines = text.split("\n").map((line) =>
    line.replace(/^\s*(?:\/\*+!?|\*+\/|\*(?!\*)|\/\/+!?|#+[!']?|--+(?:\[\[)?|;+|%+|\(\*+)?\s?/, "").replace(
      /\s*(?:\*+\/|\*+\))\s*$/,
      "",
    )
  );
  return squeeze(lines.join("\n").replace(/<\/?(?:summary|remarks|para|returns)>/g, " "));
}

const squeeze = (text: string): string => oneLine(text).slice(0, DOC_LIMIT);

function startsLine(text: string, index: number): boolean {
  for (let at = index - 1; at >= 0; at--) {
    const code = text.charCodeAt(at);
    if (code === 10 || code === 13) return true;
    if (code !== 32 && code !== 9 && code !== 0xfeff) return false;
  }
  return true;
}
