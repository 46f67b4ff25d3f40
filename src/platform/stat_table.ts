/**
 * Sizes and times of a listing's files, shared between threads: one fills it from the front, another, which needs them
 * all, from the back, and each takes what is there already. Neither waits for the other.
 */

/** Size and times of a regular file; times in milliseconds since the epoch, 0 where unknown. */
export interface FileTimes {
  readonly size: number;
  readonly modified: number;
  readonly changed: number;
  readonly inode: number;
}

/** How a table is filled. */
export interface FillOptions {
  /** Milliseconds. */
  readonly limitMs: number;
  readonly from: "front" | "back";
}

const UNKNOWN = 0;
const REGULAR = 1;
const NONE = 2;
const FIELDS = 4;
/** Place of the time of the last change among the fields. */
const CHANGED = 2;
/** The runtime tells it in whole seconds. Milliseconds. */
const SECOND = 1000;
/** The index knows most of these by their names alone; a caller that needs more looks itself. */
const SELDOM_ASKED = /\.(?:po|mo|png|jpe?g|gif|ico|webp|woff2?|ttf|eot|pdf|zip|gz|jar|so|dll|exe|bin)$/i;
/** Files between two looks at the clock: half a millisecond. */
const SLICE = 128;

/** Paths passed over before a map of all is made. */
const MOST_STEPS = 300;

/** One table over one listing (NUL-separated paths). The buffer crosses threads, the listing has to be the same. */
export class StatTable {
  readonly #paths: readonly string[];
  readonly #values: Float64Array;
  readonly #states: Uint8Array;
  #numbers: Map<string, number> | undefined;
  /** The number that was asked for last. */
  #last: number;
  #isStopped = false;

  /** Goes from thread to thread. */
  readonly buffer: SharedArrayBuffer;

  /** Without `buffer` the table is a new one. The listing may also come as its paths. */
  constructor(listing: Uint8Array | readonly string[], buffer?: SharedArrayBuffer) {
    this.#paths = listing instanceof Uint8Array ? new TextDecoder().decode(listing).split("\0") : listing;
    const count = this.#last = this.#paths.length;
    this.buffer = buffer ??= new SharedArrayBuffer(count * (FIELDS * 8 + 1));
    this.#values = new Float64Array(buffer, 0, count * FIELDS);
    this.#states = new Uint8Array(buffer, count * FIELDS * 8, count);
  }

  /**
   * Looks at the remaining files one by one, for at most `limitMs` or until {@link stop} was called. Other
   * events of this thread get their turn in between. False when it was ended early.
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
      if (path === "" || SELDOM_ASKED.test(path) || Atomics.load(this.#states, at) !== UNKNOWN) continue;
      this.#look(root, path, at);
    }
    turns.end();
    return done === count;
  }

  /** A new table over the same listing. */
  anew(): StatTable {
    return new StatTable(this.#paths);
  }

  /** Paths of the listing. */
  get count(): number {
    return this.#paths.filter((path) => path !== "").length;
  }

  /**
   * Whether this table, which knows every file, knows the same as an earlier one over the same listing, as far as that goes,
   * and no file was changed since `begun`, when that one was begun: two threads may have seen it as it was before and after.
   */
  bearsOut(earlier: StatTable, begun: number): boolean {
    const [values, before] = [this.#values, earlier.#values];
    for (let at = 0; at < this.#states.length; at++) {
      const known = Atomics.load(earlier.#states, at);
      if (known === UNKNOWN) continue;
      if (known !== this.#states[at] || values[at * FIELDS + CHANGED]! + SECOND > begun) return false;
      for (let field = at * FIELDS; field < (at + 1) * FIELDS; field++) {
        if (values[field] !== before[field]) return false;
      }
    }
    return true;
  }

  /** Size and times of a file below `root`, which is looked at unless it was before; undefined for what is no regular file. */
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

  /** Files are mostly asked for from the last to the first, as git lists them: the next one stands not far before. */
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

  /** Ends {@link fill} on this thread: nothing is looked at any more. */
  stop(): void {
    this.#isStopped = true;
  }

  #look(root: string, path: string, at: number): FileTimes | undefined {
    const times = statFile(`${root}/${path}`);
    if (times) this.#note(at * FIELDS, times);
    Atomics.store(this.#states, at, times ? REGULAR : NONE);
    return times;
  }

  #note(first: number, { size, modified, changed, inode }: FileTimes): void {
    const values = this.#values;
    values[first] = size;
    values[first + 1] = modified;
    values[first + CHANGED] = changed;
    values[first + 3] = inode;
  }
}

/** Size and times of a regular file, links not followed; undefined for everything else. */
export function statFile(absolute: string): FileTimes | undefined {
  try {
    const info = Deno.lstatSync(absolute);
    if (!info.isFile) return undefined;
    return {
      size: info.size,
      modified: info.mtime?.getTime() ?? 0,
      changed: info.ctime?.getTime() ?? 0,
      inode: info.ino ?? 0,
    };
  } catch {
    return undefined;
  }
}

/** When a file or folder was last changed in any way, as in `Date.now`; 0 where there is none. */
export function lastChange(absolute: string): number {
  try {
    const { mtime, ctime } = Deno.lstatSync(absolute);
    return Math.max(mtime?.getTime() ?? 0, ctime?.getTime() ?? 0);
  } catch {
    return 0;
  }
}

/** Lets waiting events run. A timer of no length would wait a whole millisecond. */
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
