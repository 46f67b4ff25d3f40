import { within } from "../model/within.ts";
import { clock } from "./clock.ts";
import { folderNumber, openAppend, removeOwn } from "./cache_files.ts";
import { fileSystemOf } from "./file_system.ts";

/**
 * Detects changes below a folder, so that its files need not all be checked again. Linux only. The runtime drops events
 * when it is late, so a burst of events counts as a change.
 */

/**
 * Type numbers of local file systems: ext, XFS, Btrfs, tmpfs, overlayfs, ZFS, F2FS. Others may change remotely without
 * an event.
 */
const LOCAL: ReadonlySet<number | undefined> = new Set(
  [0xef53, 0x58465342, 0x9123683e, 0x01021994, 0x794c7630, 0x2fc12fc1, 0xf2f52010],
);
/**
 * Maximum number of watched folders before Linux 5.11, whose limit of 8,192 watches is shared by all programs of a
 * user.
 */
const FEWEST_FOLDERS = 6000;
/** Maximum number of watched folders since Linux 5.11. */
const MOST_FOLDERS = 60_000;
/**
 * Folders per byte of memory since Linux 5.11: 1 % of the memory is available for watches of 1,280 bytes; a quarter of
 * it is used.
 */
const FOLDERS_PER_BYTE = 0.01 / 1280 / 4;
/** Number of consecutive events that may indicate dropped ones; the runtime queues 16. */
const BURST = 12;
/** Number of event loop turns without an event after which the queue is empty. */
const IDLE_TURNS = 2;
/** Timeout in milliseconds for our own event, which arrives after all earlier ones. */
const COOKIE_MS = 50;
const COOKIE = "watch";
/** Time without events, in milliseconds, after which a series of changes has ended. */
const REST_MS = 1000;
/** Files in git's folder that do not affect git's listing. */
const GIT_INNER = /^\.git\/(?!index$|info\/)/;

/** Called on a burst of any watch, because all watches of a process share a kernel queue. */
type OnBurst = () => void;

/**
 * The watched trees of this process. The runtime has one kernel queue for all, and retains the kernel's watches of a
 * tree until the process ends; an unused watch is reused when its tree is opened again.
 */
export class TreeWatches {
  readonly #watches = new Map<string, TreeWatch>();
  #left: number;

  /**
   * @param most maximum number of folders of all trees; by default derived from the system, which needs all rights of
   * this thread
   */
  constructor(most: number = mostFolders(Deno.osRelease(), Deno.systemMemoryInfo().total)) {
    this.#left = most;
  }

  /**
   * Starts watching; undefined if that is not possible, or needs too many watches.
   *
   * @param root absolute real path
   * @param cache a folder below it for our own file; changes there are ignored
   */
  async open(root: string, cache: string): Promise<TreeWatch | undefined> {
    if (Deno.build.os !== "linux" || !cache.startsWith(`${root}/`)) return undefined;
    try {
      // A folder that replaced another one is not watched yet.
      const folder = folderNumber(root);
      if (folder === undefined || folderNumber(`${root}/.git`) === undefined) return undefined;
      const known = this.#watches.get(root);
      if (known?.isOf(folder, cache)) return known;
      if (!LOCAL.has(await fileSystemOf(root))) return undefined;
      const count = await foldersBelow(root, this.#left);
      if (count > this.#left) return undefined;
      const watch = new TreeWatch({ root, cache, folder }, () => this.#invalidateAll());
      this.#left -= count;
      this.#watches.set(root, watch);
      return watch;
    } catch {
      return undefined;
    }
  }

  #invalidateAll(): void {
    for (const watch of this.#watches.values()) watch.invalidate();
  }
}

/** Watches one folder until the process ends. */
export class TreeWatch {
  #isQuiet = false;
  #hasEnded = false;
  /** Number of events since the queue was empty. */
  #burst = 0;
  /** Time on the clock of the last event about the tree. */
  #lastNotice = -Infinity;
  #turn: ReturnType<typeof setTimeout> | undefined;
  #cookie: { readonly path: string; readonly arrived: PromiseWithResolvers<boolean> } | undefined;

  /** Starts watching. */
  constructor(
    private readonly place: { readonly root: string; readonly cache: string; readonly folder: string },
    private readonly onBurst: OnBurst,
  ) {
    void this.#listen(Deno.watchFs(place.root, { recursive: true }));
  }

  /** True if it watches that very folder and ignores exactly that cache folder. */
  isOf(folder: string, cache: string): boolean {
    return !this.#hasEnded && this.place.folder === folder && this.place.cache === cache;
  }

  /** Invalidates the state: events may have been dropped. */
  invalidate(): void {
    this.#isQuiet = false;
  }

  /** True if no change event has arrived since {@link reset}. */
  get isQuietSoFar(): boolean {
    return this.#isQuiet;
  }

  /** True if no event about the tree has arrived for {@link REST_MS}. */
  get isResting(): boolean {
    return clock() - this.#lastNotice >= REST_MS;
  }

  /** Starts counting changes. */
  reset(): void {
    this.#burst = 0;
    this.#isQuiet = !this.#hasEnded;
  }

  /** True if nothing has changed since {@link reset}; waits until the events of earlier changes have arrived. */
  async isQuiet(): Promise<boolean> {
    if (!this.#isQuiet) return false;
    // A name that no earlier event had.
    const path = `${this.place.cache}/${COOKIE}.${crypto.randomUUID()}.draft`;
    const arrived = Promise.withResolvers<boolean>();
    this.#cookie = { path, arrived };
    if (!touch(path)) arrived.resolve(false);
    const hasArrived = await within(arrived.promise, COOKIE_MS) ?? false;
    this.#cookie = undefined;
    return hasArrived && this.#isQuiet;
  }

  async #listen(watcher: Deno.FsWatcher): Promise<void> {
    try {
      for await (const { kind, paths } of watcher) this.#note(kind, paths);
    } catch {
      // Later changes are not detected any more.
    }
    this.#hasEnded = true;
    this.#isQuiet = false;
  }

  #note(kind: Deno.FsEvent["kind"], paths: readonly string[]): void {
    if (++this.#burst >= BURST) this.onBurst();
    clearTimeout(this.#turn);
    this.#awaitTurns(IDLE_TURNS);
    if (this.#cookie && paths.includes(this.#cookie.path)) this.#cookie.arrived.resolve(true);
    if (paths.every((path) => this.#isOurs(path))) return;
    this.#lastNotice = clock();
    if (kind !== "access") this.#isQuiet = false;
  }

  #awaitTurns(count: number): void {
    this.#turn = setTimeout(() => {
      if (count > 1) this.#awaitTurns(count - 1);
      else this.#burst = 0;
    }, 0);
  }

  /** True for paths in the cache, and in git's folder except file listings. */
  #isOurs(path: string): boolean {
    return path === this.place.cache || path.startsWith(`${this.place.cache}/`) ||
      GIT_INNER.test(path.slice(this.place.root.length + 1));
  }
}

/** Creates and removes a file. */
function touch(path: string): boolean {
  const file = openAppend(path, Infinity);
  file?.close();
  return file !== undefined && removeOwn(path);
}

/**
 * Number of folders in a tree, including itself; stops counting above `most`. Yields to other events of this thread.
 */
async function foldersBelow(root: string, most: number): Promise<number> {
  const open = [root];
  let count = 0;
  for (let folder = open.pop(); folder !== undefined && count + open.length <= most; folder = open.pop()) {
    for await (const entry of Deno.readDir(folder)) {
      if (entry.isDirectory) open.push(`${folder}/${entry.name}`);
    }
    count++;
  }
  return count + open.length;
}

/**
 * Maximum number of watched folders. @param release output of `uname -r` @param memory memory of the machine in bytes
 */
export function mostFolders(release: string, memory: number): number {
  const [major = 0, minor = 0] = release.split(".").map((part) => parseInt(part));
  const isRoomy = major > 5 || (major === 5 && minor >= 11);
  return isRoomy
    ? Math.min(MOST_FOLDERS, Math.max(FEWEST_FOLDERS, Math.floor(memory * FOLDERS_PER_BYTE)))
    : FEWEST_FOLDERS;
}
