import type { LexicalIndex } from "../index/lexical_index.ts";

/** What is embedded of a file: its chunks as the index has them, each with where it stands in front. */

/**
 * How contents are cut, newest last: where a chunk begins and ends, and what of it is embedded. When that changes for any
 * content a line is added here: then all contents are cut anew, and of their passages those are embedded that changed.
 */
export const CUTS: readonly { readonly date: string; readonly fingerprint: string }[] = [
  { date: "2026-11-20", fingerprint: "fb3c3b5995dc7faabd7a686ee4b67339a8897cbf" },
  // Definitions made by calls and lists of names.
  { date: "2026-11-20", fingerprint: "fb3c3b5995dc7faabd7a686ee4b67339a8897cbf" },
];

/** The number of the way contents are cut now. */
export const CUT: number = CUTS.length;

/** UTF-16 units of a passage: about a thousand tokens of code, what common models take whole. */
export const LONGEST_PASSAGE = 3000;
/** Chunks with fewer letters and digits than this say nothing. */
const FEWEST_LETTERS = 24;

/**
 * The passages of a file, one per chunk; undefined for a chunk that is not worth it.
 *
 * @param text the file's text, line by line as it was indexed
 */
export function passagesOf(index: LexicalIndex, file: number, text: string): (string | undefined)[] {
  const lines = text.split("\n");
  const { firstChunk, chunkCount, paths } = index.files;
  const { startLine, endLine, definition } = index.chunks;
  const definitions = index.parsed(file)?.definitions ?? [];
  return Array.from({ length: chunkCount[file]! }, (_, at) => {
    const chunk = firstChunk[file]! + at;
    const body = lines.slice(startLine[chunk]! - 1, endLine[chunk]!).join("\n").trim();
    if (lettersIn(body) < FEWEST_LETTERS) return undefined;
    const name = definitions[definition[chunk]!]?.qualifiedName;
    const head = name === undefined ? paths[file]! : `${paths[file]} ${name}`;
    return `${head}\n${body}`;
  });
}

function lettersIn(text: string): number {
  let count = 0;
  for (const _ of text.matchAll(/[\p{L}\p{N}]/gu)) if (++count >= FEWEST_LETTERS) break;
  return count;
}
