/** Name of a file in the cache folder with the progress of fetching the team's index. */
export const FETCH_NOTE = "index-fetched";
/** Bytes of it, at most. */
export const LONGEST_NOTE = 100;

/** Progress of a fetch. */
export interface FetchProgress {
  /** Parts that are here, of all that are wanted. */
  readonly here: number;
  readonly all: number;
  /** Time of the first request, milliseconds since the epoch. */
  readonly startedAt: number;
  /** True if prompts can be answered from them. */
  readonly isReady: boolean;
}

/** Content of the file. */
export function fetchNote({ here, all, startedAt, isReady }: FetchProgress): Uint8Array {
  return new TextEncoder().encode(`${here} ${all} ${Math.round(startedAt)} ${isReady ? 1 : 0}`);
}

/** Inverse of {@link fetchNote}; of other bytes, that nothing is here. */
export function readFetchNote(bytes: Uint8Array | undefined): FetchProgress {
  const numbers = /^(\d+) (\d+) (\d+) ([01])$/.exec(new TextDecoder().decode(bytes))?.slice(1).map(Number);
  const [here = 0, all = 0, startedAt = 0, ready = 0] = numbers ?? [];
  return { here, all, startedAt, isReady: ready === 1 };
}

/** True if all parts will have arrived by a time, at the pace so far; both in milliseconds since the epoch. */
export function isNear(
  { here, all, startedAt }: FetchProgress,
  { now, until }: { now: number; until: number },
): boolean {
  return here > 0 && startedAt + (now - startedAt) * all / here < until;
}
