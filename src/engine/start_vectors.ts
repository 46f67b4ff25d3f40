import type { EmbeddingSpace } from "../model/embedding_space.ts";
import { startBeside } from "../platform/detached.ts";
import { noteVectors, readVectorNote } from "../platform/vector_note.ts";

/** No other build is started for this long. Milliseconds. */
const PAUSE_MS = 180_000;

/**
 * Starts a detached process that brings the vectors of a repository up to date, unless one was started not long ago.
 *
 * @param root absolute real path
 * @param cache folder of the repository's index
 */
export function startVectors(root: string, cache: string, space: EmbeddingSpace): void {
  const { age = Infinity, ...trouble } = readVectorNote(cache, space) ?? {};
  if (age < PAUSE_MS) return;
  // The failure of the last build is reported until the next one has started.
  noteVectors(cache, space, trouble);
  startBeside(["warm", root]);
}
