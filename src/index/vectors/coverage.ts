import { type LexicalIndex, ROLES } from "../lexical_index.ts";

/** Roles of embedded files, in embedding order. Data files are found only by their terms. */
const EMBEDDED_ROLES = ["code", "test", "doc"] as const;
/**
 * Fraction of embedded chunks that counts as complete: some chunks never get a vector, because their file must not be
 * sent or exceeds the store's limit.
 */
const NEARLY_ALL = 0.95;

/** The files to embed, one per blob: code, then tests, then documents, by path. */
export function embeddedFiles({ files }: LexicalIndex): number[] {
  const seen = new Set<number>();
  const chosen: number[] = [];
  for (const role of EMBEDDED_ROLES) {
    for (let file = 0; file < files.count; file++) {
      const content = files.blobs[file]!;
      if (ROLES[files.roles[file]!] !== role || content === 0 || files.chunkCount[file] === 0) continue;
      if (seen.has(content)) continue;
      seen.add(content);
      chosen.push(file);
    }
  }
  return chosen;
}

/**
 * Number of chunks with a vector, and number of all that get one; undefined once nearly all have one.
 *
 * @param stored blobs that have vectors, by number
 */
export function missingVectors(
  index: LexicalIndex,
  stored: ReadonlyMap<number, number>,
): { readonly done: number; readonly total: number } | undefined {
  let done = 0;
  let total = 0;
  for (const file of embeddedFiles(index)) {
    const chunks = index.files.chunkCount[file]!;
    total += chunks;
    if (stored.has(index.files.blobs[file]!)) done += chunks;
  }
  return done < total * NEARLY_ALL ? { done, total } : undefined;
}
