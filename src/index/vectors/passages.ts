import type { LexicalIndex } from "../lexical_index.ts";

/** What is embedded of a file: its chunks as the index has them, each with where it stands in front. */

/** Counted up when a chunk's text makes another passage than before. */
export const PASSAGES = 1;

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
    const body = lines.slice(startLine(chunk) - 1, endLine(chunk)).join("\n").trim();
    if (lettersIn(body) < FEWEST_LETTERS) return undefined;
    const name = definitions[definition(chunk)]?.qualifiedName;
    const head = name === undefined ? paths[file]! : `${paths[file]} ${name}`;
    return `${head}\n${body}`;
  });
}

function lettersIn(text: string): number {
  let count = 0;
  for (const _ of text.matchAll(/[\p{L}\p{N}]/gu)) if (++count >= FEWEST_LETTERS) break;
  return count;
}

/** How the content of a file is cut: a number that changes when its chunks begin or end elsewhere. */
export function cutOf({ files, chunks }: LexicalIndex, file: number): number {
  const { startLine, endLine } = chunks;
  const first = files.firstChunk[file]!;
  let hash = 0x811c9dc5 ^ PASSAGES;
  for (let chunk = first; chunk < first + files.chunkCount[file]!; chunk++) {
    hash = Math.imul(hash ^ startLine(chunk), 0x01000193);
    hash = Math.imul(hash ^ endLine(chunk), 0x01000193);
  }
  return hash >>> 0;
}

/** How the contents of an index are cut, by their numbers. */
export function cutsOf(index: LexicalIndex): Map<number, number> {
  const cuts = new Map<number, number>();
  for (let file = 0; file < index.files.count; file++) {
    if (index.files.chunkCount[file]! > 0) cuts.set(index.files.blobs[file]!, cutOf(index, file));
  }
  return cuts;
}
