/** Names a file in the cache folder that tells how far a fetch of the team's index has come. */
export const FETCH_NOTE = "index-fetched";
/** Bytes of it, at most. */
export const LONGEST_NOTE = 100;

/** How far it has come. */
export interface FetchProgress {
  /** Parts that are here, of all that are wanted. */
  readonly here: number;
  readonly all: number;
  /** When the first was asked for, milliseconds since the epoch. */
  readonly begun: number;
  /** Whether prompts can be answered from them. */
  readonly isReady: boolean;
}

/** What stands in the file. */
export function fetchNote({ here, all, begun, isReady }: FetchProgress): Uint8Array {
  return new TextEncoder().encode(`${here} ${all} ${Math.round(begun)} ${isReady ? 1 : 0}`);
}

/** Inverse of {@link fetchNote}; of other bytes, that nothing is here. */
export function readFetchNote(bytes: Uint8Array | undefined): FetchProgress {
  const numbers = /^(\d+) (\d+) (\d+) ([01])$/.exec(new TextDecoder().decode(bytes))?.slice(1).map(Number);
  const [here = 0, all = 0, begun = 0, ready = 0] = numbers ?? [];
  return { here, all, begun, isReady: ready === 1 };
}

/** Whether all parts will be here by a time, at the pace of those that are; both in milliseconds since the epoch. */
export function isNear(
  { here, all, begun }: FetchProgress,
  { now, until }: { now: number; until: number },
): boolean {
  return here > 0 && begun + (now - begun) * all / here < until;
}
