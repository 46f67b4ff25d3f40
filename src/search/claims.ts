import type { Definition } from "../syntax/parsed_file.ts";

const LONGEST = 160;
/** A shorter sentence says little more than the name. */
const SHORTEST = 12;
/** Lines above a place that are looked through for the heading it stands under. */
const LOOK_BACK = 200;

/** A comment between the end of the head and the first statement, which some grammars count to neither. */
const BODY_COMMENT = /([):{])\s*(?:#|\/\/)\s[\s\S]*$/;

/** What a place is: the first sentence of its documentation, else its signature; in a document its heading. */
export function claimOf(
  definition: Definition | undefined,
  lines: readonly string[],
  startLine: number,
): string {
  if (!definition) return heading(lines, startLine);
  const sentence = firstSentence(definition.doc);
  if (sentence.length >= SHORTEST) return clipped(sentence);
  const signature = definition.signature.replace(BODY_COMMENT, "$1").replace(/\s+/g, " ").trim();
  return signature === "" ? definition.kind : clipped(signature);
}

function firstSentence(doc: string): string {
  const text = doc.replace(/\s+/g, " ").trim();
  if (/^(?:@|\\|<|eslint|prettier)/.test(text)) return "";
  const end = /[.。!?](?=\s|$)|。|(?= @\w)/.exec(text);
  return end ? text.slice(0, end.index) : text;
}

/** The heading above a line of a document, else the first line with text. */
function heading(lines: readonly string[], startLine: number): string {
  for (let at = startLine - 1; at >= Math.max(0, startLine - LOOK_BACK); at--) {
    const found = /^#{1,6}\s+(.+)/.exec(lines[at] ?? "")?.[1];
    if (found !== undefined) return clipped(found);
  }
  const first = lines.slice(startLine - 1).find((line) => line.trim() !== "");
  return first === undefined ? "text" : clipped(first.trim());
}

function clipped(text: string): string {
  return text.length > LONGEST ? `${text.slice(0, LONGEST - 1)}…` : text;
}
