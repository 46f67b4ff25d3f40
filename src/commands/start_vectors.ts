import type { EmbeddingSpace } from "../model/semantic.ts";
import { startBeside } from "../platform/beside.ts";
import { wallClock } from "../platform/clock.ts";
import { modified, readWhole, replaceWhole } from "../platform/whole_files.ts";

/** A build that was begun is left alone for this long. Milliseconds. */
const PAUSE_MS = 180_000;
const LARGEST_NOTE = 4096;

/** Says in the cache folder whose vectors were last built; its time says when. */
const NOTE = "vectors.json";

/** Notes that the vectors of a repository are being built. */
export function noteVectors(cache: string, space: EmbeddingSpace): void {
  replaceWhole(`${cache}/${NOTE}`, new TextEncoder().encode(textOf(space)));
}

/**
 * Has the vectors of a repository brought up to date by a process of its own, unless that was begun not long ago. Nobody
 * waits for it. Where this program is not on PATH, its right to start itself leads nowhere and nothing happens.
 *
 * @param root absolute real path
 * @param cache folder of the repository's index; undefined: nothing can be stored
 */
export function startVectors(root: string, cache: string | undefined, space: EmbeddingSpace): void {
  if (cache === undefined) return;
  const note = `${cache}/${NOTE}`;
  const known = readWhole(note, LARGEST_NOTE);
  const isOurs = known !== undefined && new TextDecoder().decode(known) === textOf(space);
  if (isOurs && wallClock() - (modified(note) ?? 0) < PAUSE_MS) return;
  noteVectors(cache, space);
  startBeside("auto-tools", ["warm", root]);
}

function textOf({ provider, model }: EmbeddingSpace): string {
  return `${JSON.stringify({ provider, model })}\n`;
}
