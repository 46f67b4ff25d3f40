import { oneLine } from "../model/text.ts";
import type { Definition } from "../syntax/parsed_file.ts";

const LONGEST = 100;
/** A shorter sentence adds little to the name. */
const SHORTEST = 12;
/** A comment between the end of the head and the first statement, which some grammars count to neither. */
const BODY_COMMENT = /([):{])\s*(?:#|\/\/)\s[\s\S]*$/;

/** Describes a place: the first sentence of its documentation, else its signature; in a document its heading. */
export function claimOf(
  definition: Definition | undefined,
  lines: readonly string[],
  startLine: number,
): string {
  if (!definition) return heading(lines, startLine);
  const sentence = firstSentence(definition.doc);
  if (sentence.length >= SHORTEST) return clipped(sentence);
  const signature = oneLine(definition.signature.replace(BODY_COMMENT, "$1"));
  return signature === "" ? definition.kind : clipped(signature);
}

/** Tags of documentation generators that end the description: the rest is about one part. */
const TAG =
  / @(?:param|arg|returns?|throws|raise|see|since|deprecated|example|template|type|internal|private|author|module)\b/;

/** The same where they are headings, as Python has them. */
const SECTION = / (?:Args|Arguments|Param(?:eter)?s|Returns?|Raises|Throws|Yields|Examples?|Notes?|Usage):/;

/** The first sentence before the first tag; RDoc's `:nodoc:` is no text. */
function firstSentence(doc: string): string {
  const text = oneLine(doc).replace(/^(?::[a-z-]+:\s?)+/, "");
  if (/^(?:@|\\|<|eslint|prettier)/.test(text)) return "";
  const end = /(?<!\b(?:e\.g|i\.e|etc|vs))[.!?](?=\s|$)|。/.exec(text);
  return text.slice(
    0,
    Math.min(...[end, TAG.exec(text), SECTION.exec(text)].map((at) => at?.index ?? text.length)),
  );
}

/** Marks of a comment or a doc string, and a line of nothing else or of a tag (`@module`). */
const COMMENT_MARKS = /^\s*(?:\/\*+!?|\*+\/?|\/\/+!?|#+!?|--+|;+|"""|''')\s*/;
const SAYS_NOTHING = /^(?:@\w+\s*|[^\p{L}\p{N}]*)$/u;

/** The heading above a line of a document, else the first line with text, without its comment marks. */
function heading(lines: readonly string[], startLine: number): string {
  for (let at = startLine - 1; at >= 0; at--) {
    const found = /^#{1,6}\s+(.+)/.exec(lines[at] ?? "")?.[1];
    if (found !== undefined) return clipped(found);
  }
  for (const line of lines.slice(startLine - 1)) {
    const text = line.replace(COMMENT_MARKS, "").trim();
    if (!SAYS_NOTHING.test(text)) return clipped(text);
  }
  return "text";
}

function clipped(text: string): string {
  return text.length > LONGEST ? `${text.slice(0, LONGEST - 1)}…` : text;
}
