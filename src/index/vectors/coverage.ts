import type { LexicalIndex } from "../lexical_index.ts";
import { ROLES } from "../lexical_index.ts";

/** Which files are embedded, in this order. Data files are searched by their words alone. */
const EMBEDDED_ROLES = ["code", "test", "doc"] as const;
/** Some chunks never get a vector: files that may not leave, or that are past the store's bound. */
const NEARLY_ALL = 0.95;

/** The files that are embedded, one per content: code, then tests, then documents, by path. */
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
 * How many chunks have a vector, of all that get one; undefined once nearly all have.
 *
 * @param stored numbers of the contents that have vectors
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
