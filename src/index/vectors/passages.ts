import type { LexicalIndex } from "../lexical_index.ts";

/** Passages to embed: the chunks of a file, each after a line with its path and name. */

/** Format version; incremented when a chunk's text yields a different passage. */
export const PASSAGES = 1;

/**
 * Maximum length of a passage in UTF-16 code units: about 1,000 tokens of code, which common models accept untruncated.
 */
export const LONGEST_PASSAGE = 3000;
/** Minimum number of letters and digits of an embedded chunk. */
const FEWEST_LETTERS = 24;

/**
 * The passages of a file, one per chunk; undefined for a chunk with too few letters.
 *
 * @param text the file's text, with the lines as indexed
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

/** Hash of a file's chunk boundaries and the passage format. */
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

/** Hash of the chunk boundaries of every blob in an index, by blob number. */
export function cutsOf(index: LexicalIndex): Map<number, number> {
  const cuts = new Map<number, number>();
  for (let file = 0; file < index.files.count; file++) {
    if (index.files.chunkCount[file]! > 0) cuts.set(index.files.blobs[file]!, cutOf(index, file));
  }
  return cuts;
}
