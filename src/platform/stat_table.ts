import { attempt } from "../model/attempt.ts";

/**
 * Sizes and times of a listing's files in memory shared between threads: one thread fills it from the front, another,
 * which needs all of them, from the back; each uses the entries present. Neither waits for the other.
 */

/** Size and times of a regular file; times in milliseconds since the epoch, 0 if unknown. */
export interface FileTimes {
  readonly size: number;
  readonly modified: number;
  readonly changed: number;
  readonly inode: number;
}

/** Options of {@link StatTable.fill}. */
export interface FillOptions {
  /** Timeout in milliseconds. */
  readonly limitMs: number;
  readonly from: "front" | "back";
}

const UNKNOWN = 0;
const REGULAR = 1;
const NONE = 2;
const FIELDS = 4;
/** Offset of the change time among the fields. */
const CHANGED = 2;
/** Resolution of the change time in the runtime, in milliseconds. */
const SECOND = 1000;
/**
 * Files skipped by {@link StatTable.fill}: the index classifies most of them by name; a caller that needs more looks
 * them up.
 */
const RARELY_NEEDED = /\.(?:po|mo|png|jpe?g|gif|ico|webp|woff2?|ttf|eot|pdf|zip|gz|jar|so|dll|exe|bin)$/i;
/** Number of files between two checks of the time: half a millisecond. */
const SLICE = 128;

/** Maximum number of paths scanned before a map of all is built. */
const MOST_STEPS = 300;

/**
 * Stat table of one listing (NUL-separated paths). The buffer can be shared between threads; the listing must be the
 * same.
 */
export class StatTable {
  readonly #paths: readonly string[];
  readonly #values: Float64Array;
  readonly #states: Uint8Array;
  #numbers: Map<string, number> | undefined;
  /** Number of the last path looked up. */
  #last: number;
  #isStopped = false;

  /** Shared memory, for other threads. */
  readonly buffer: SharedArrayBuffer;

  /**
   * @param listing NUL-separated bytes, or the paths
   * @param buffer default: a new table
   */
  constructor(listing: Uint8Array | readonly string[], buffer?: SharedArrayBuffer) {
    this.#paths = listing instanceof Uint8Array ? new TextDecoder().decode(listing).split("\0") : listing;
    const count = this.#last = this.#paths.length;
    this.buffer = buffer ??= new SharedArrayBuffer(count * (FIELDS * 8 + 1));
    this.#values = new Float64Array(buffer, 0, count * FIELDS);
    this.#states = new Uint8Array(buffer, count * FIELDS * 8, count);
  }

  /**
   * Looks up the remaining files for at most `limitMs` milliseconds or until {@link stop}. Yields to other events of
   * this thread. Returns false if it ended early.
   */
  async fill(root: string, { limitMs, from }: FillOptions): Promise<boolean> {
    const end = performance.now() + limitMs;
    const turns = eventTurns();
    const count = this.#states.length;
    let done = 0;
    for (; done < count; done++) {
      if (done % SLICE === SLICE - 1) {
        await turns.next();
        if (this.#isStopped || performance.now() > end) break;
      }
      const at = from === "front" ? done : count - 1 - done;
      const path = this.#paths[at]!;
      if (path === "" || RARELY_NEEDED.test(path) || Atomics.load(this.#states, at) !== UNKNOWN) continue;
      this.#look(root, path, at);
    }
    turns.end();
    return done === count;
  }

  /** A new table of the same listing. */
  anew(): StatTable {
    return new StatTable(this.#paths);
  }

  /** Number of paths in the listing. */
  get count(): number {
    return this.#paths.filter((path) => path !== "").length;
  }

  /**
   * True if this complete table equals the known entries of an earlier one for the same listing, and no file was
   * changed since `startedAt`, the start of that one: two threads may have seen a file before and after a change.
   */
  bearsOut(earlier: StatTable, startedAt: number): boolean {
    const [values, before] = [this.#values, earlier.#values];
    for (let at = 0; at < this.#states.length; at++) {
      const known = Atomics.load(earlier.#states, at);
      if (known === UNKNOWN) continue;
      if (known !== this.#states[at] || values[at * FIELDS + CHANGED]! + SECOND > startedAt) return false;
      for (let field = at * FIELDS; field < (at + 1) * FIELDS; field++) {
        if (values[field] !== before[field]) return false;
      }
    }
    return true;
  }

  /** Size and times of a file below `root`, looked up unless known; undefined if it is not a regular file. */
  look(root: string, path: string): FileTimes | undefined {
    const at = this.#numberOf(path);
    if (at === undefined) return statFile(`${root}/${path}`);
    const state = Atomics.load(this.#states, at);
    if (state === NONE) return undefined;
    if (state === UNKNOWN) return this.#look(root, path, at);
    const values = this.#values;
    const first = at * FIELDS;
    return {
      size: values[first]!,
      modified: values[first + 1]!,
      changed: values[first + 2]!,
      inode: values[first + 3]!,
    };
  }

  /**
   * Number of a path. Files are mostly requested from last to first, as git lists them, so the next one is shortly
   * before.
   */
  #numberOf(path: string): number | undefined {
    let at = this.#last - 1;
    for (let steps = 0; steps < MOST_STEPS && at > 0 && this.#paths[at]! > path; steps++) at--;
    if (this.#paths[at] !== path) {
      this.#numbers ??= new Map(this.#paths.map((listed, number) => [listed, number]));
      const found = this.#numbers.get(path);
      if (found === undefined) return undefined;
      at = found;
    }
    return this.#last = at;
  }

  /** Stops {@link fill} on this thread. */
  stop(): void {
    this.#isStopped = true;
  }

  #look(root: string, path: string, at: number): FileTimes | undefined {
    const times = statFile(`${root}/${path}`);
    if (times) this.#values.set([times.size, times.modified, times.changed, times.inode], at * FIELDS);
    Atomics.store(this.#states, at, times ? REGULAR : NONE);
    return times;
  }
}

/** Size and times of a regular file, without following links; undefined for anything else. */
export function statFile(absolute: string): FileTimes | undefined {
  return attempt(() => {
    const info = Deno.lstatSync(absolute);
    if (!info.isFile) return undefined;
    return {
      size: info.size,
      modified: info.mtime?.getTime() ?? 0,
      changed: info.ctime?.getTime() ?? 0,
      inode: info.ino ?? 0,
    };
  });
}

/** Time of the last change of a file or folder, as in `Date.now`; 0 if it is missing. */
export function lastChange(absolute: string): number {
  const info = attempt(() => Deno.lstatSync(absolute));
  return Math.max(info?.mtime?.getTime() ?? 0, info?.ctime?.getTime() ?? 0);
}

/** Yields to pending events. A message channel, because a timer of 0 ms waits a whole millisecond. */
function eventTurns(): { readonly next: () => Promise<void>; readonly end: () => void } {
  const { port1, port2 } = new MessageChannel();
  let resume = (): void => {};
  port2.onmessage = () => resume();
  return {
    next: () =>
      new Promise((resolve) => {
        resume = resolve;
        port1.postMessage(0);
      }),
    end: () => port2.close(),
  };
}
