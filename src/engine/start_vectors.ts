import type { EmbeddingSpace } from "../model/embedding_space.ts";
import { startBeside } from "../platform/detached.ts";
import { noteVectors, readVectorNote } from "../platform/vector_note.ts";

/** A build that was begun is left alone for this long. Milliseconds. */
const PAUSE_MS = 180_000;

/**
 * Has the vectors of a repository brought up to date by a process of its own, unless that was begun not long ago. Nobody
 * waits for it.
 *
 * @param root absolute real path
 * @param cache folder of the repository's index
 */
export function startVectors(root: string, cache: string, space: EmbeddingSpace): void {
  const { age = Infinity, ...trouble } = readVectorNote(cache, space) ?? {};
  if (age < PAUSE_MS) return;
  // What was wrong with the last build is said until the next one has begun.
  noteVectors(cache, space, trouble);
  startBeside(["warm", root]);
}
