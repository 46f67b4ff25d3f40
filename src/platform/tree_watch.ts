import { clock } from "./clock.ts";
import { openAppend, removeOwn } from "./cache_files.ts";
import { fileSystemOf } from "./file_system.ts";

/**
 * Notices whether anything below a folder changes, so that not all its files have to be looked at again. Linux only. The
 * runtime drops notices that it is late with; a burst of them therefore counts as a change, whatever they say.
 */

/**
 * File systems that nothing but this machine's kernel writes to, by their numbers: ext, XFS, Btrfs, tmpfs, overlayfs, ZFS, F2FS.
 * The others' changes may come from elsewhere without a notice.
 */
const LOCAL: ReadonlySet<number | undefined> = new Set(
  [0xef53, 0x58465342, 0x9123683e, 0x01021994, 0x794c7630, 0x2fc12fc1, 0xf2f52010],
);
/**
 * With more folders than that a process does not watch: all programs of a user share the watches, 8,192 before Linux 5.11. Since
 * then a hundredth of the memory is for them, at 1,280 bytes a watch: a quarter of those is taken at most.
 */
const FEWEST_FOLDERS = 6000;
const MOST_FOLDERS = 60_000;
const FOLDERS_PER_BYTE = 0.01 / 1280 / 4;
/** The runtime keeps 16 notices; so many in a row may have had others behind them that are lost. */
const BURST = 12;
/** When none came in so many turns of this thread's events, none was waiting. */
const IDLE_TURNS = 2;
/** How long a notice of our own may take, which tells that all earlier ones have arrived. Milliseconds. */
const COOKIE_MS = 50;
const COOKIE = "watch";
/** When none came for so long whatever changed the tree has come to an end. Milliseconds. */
const REST_MS = 1000;
/** Files in git's folder whose changes do not change what git lists. */
const GIT_INNER = /^\.git\/(?!index$|info\/)/;

/** Told of bursts of any watch, which all of a process share a queue of the kernel with. */
type OnBurst = () => void;

/**
 * The trees that this process watches. The runtime has one queue of the kernel's for all and keeps the kernel's watches of a
 * tree until the process ends, also of one that is not asked about any more: such a watch serves on when it is opened again.
 */
export class TreeWatches {
  readonly #watches = new Map<string, TreeWatch>();
  #left: number;

  /** @param most folders of all trees; by default the system is asked, for which this thread needs all its rights */
  constructor(most: number = mostFolders(Deno.osRelease(), Deno.systemMemoryInfo().total)) {
    this.#left = most;
  }

  /** How many more folders may be watched. */
  get left(): number {
    return this.#left;
  }

  /**
   * Begins to watch; undefined where that cannot be done, or would take too many watches.
   *
   * @param root absolute real path
   * @param cache a folder below it for a file of our own; what changes there does not count
   */
  async open(root: string, cache: string): Promise<TreeWatch | undefined> {
    if (Deno.build.os !== "linux" || !cache.startsWith(`${root}/`)) return undefined;
    try {
      // Of a folder that took another one's place nothing is watched yet.
      const folder = identity(root);
      const known = this.#watches.get(root);
      if (known?.isOf(folder, cache)) return known;
      if (!isDirectory(`${root}/.git`) || !LOCAL.has(await fileSystemOf(root))) return undefined;
      const count = await foldersBelow(root, this.#left);
      if (count > this.#left) return undefined;
      const watch = new TreeWatch({ root, cache, folder }, () => this.#doubtAll());
      this.#left -= count;
      this.#watches.set(root, watch);
      return watch;
    } catch {
      return undefined;
    }
  }

  #doubtAll(): void {
    for (const watch of this.#watches.values()) watch.doubt();
  }
}

/** Watches one folder until the process ends. */
export class TreeWatch {
  #isQuiet = false;
  #hasEnded = false;
  /** Notices since none was waiting. */
  #burst = 0;
  /** On the clock: when one about the tree arrived. */
  #lastNotice = -Infinity;
  #turn: ReturnType<typeof setTimeout> | undefined;
  #cookie: { readonly path: string; readonly arrived: PromiseWithResolvers<boolean> } | undefined;

  /** Begins to watch. */
  constructor(
    private readonly place: { readonly root: string; readonly cache: string; readonly folder: string },
    private readonly onBurst: OnBurst,
  ) {
    void this.#listen(Deno.watchFs(place.root, { recursive: true }));
  }

  /** Whether it watches that very folder, and counts changes below no other cache than that. */
  isOf(folder: string, cache: string): boolean {
    return !this.#hasEnded && this.place.folder === folder && this.place.cache === cache;
  }

  /** What happened so far may not all have been noticed. */
  doubt(): void {
    this.#isQuiet = false;
  }

  /** Whether no notice of a change has arrived since {@link reset}. */
  get isQuietSoFar(): boolean {
    return this.#isQuiet;
  }

  /** Whether none about the tree has arrived for a while. */
  get isResting(): boolean {
    return clock() - this.#lastNotice >= REST_MS;
  }

  /** From here on changes count. */
  reset(): void {
    this.#burst = 0;
    this.#isQuiet = !this.#hasEnded;
  }

  /** Whether nothing has changed since {@link reset}; waits until the notices of what happened so far have arrived. */
  async isQuiet(): Promise<boolean> {
    if (!this.#isQuiet) return false;
    // A name that no notice had before.
    const path = `${this.place.cache}/${COOKIE}.${crypto.randomUUID()}.draft`;
    const arrived = Promise.withResolvers<boolean>();
    const timer = setTimeout(() => arrived.resolve(false), COOKIE_MS);
    this.#cookie = { path, arrived };
    if (!touch(path)) arrived.resolve(false);
    const hasArrived = await arrived.promise;
    clearTimeout(timer);
    this.#cookie = undefined;
    return hasArrived && this.#isQuiet;
  }

  async #listen(watcher: Deno.FsWatcher): Promise<void> {
    try {
      for await (const { kind, paths } of watcher) this.#note(kind, paths);
    } catch {
      // What follows is not noticed any more.
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

  /** What lies in the cache, or within git's folder and is no list of files. */
  #isOurs(path: string): boolean {
    return path === this.place.cache || path.startsWith(`${this.place.cache}/`) ||
      GIT_INNER.test(path.slice(this.place.root.length + 1));
  }
}

/** Makes a file and removes it. */
function touch(path: string): boolean {
  const file = openAppend(path, Infinity);
  file?.close();
  return file !== undefined && removeOwn(path);
}

/** Differs between two folders of one name. */
function identity(folder: string): string {
  const { dev, ino } = Deno.lstatSync(folder);
  return `${dev} ${ino}`;
}

function isDirectory(path: string): boolean {
  return Deno.lstatSync(path).isDirectory;
}

/** Folders of a tree, itself included; it stops to count beyond `most`. Other events of this thread get their turn in between. */
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

/** @param release as `uname -r` says it @param memory bytes of the machine */
export function mostFolders(release: string, memory: number): number {
  const [major = 0, minor = 0] = release.split(".").map((part) => parseInt(part));
  const isRoomy = major > 5 || (major === 5 && minor >= 11);
  return isRoomy
    ? Math.min(MOST_FOLDERS, Math.max(FEWEST_FOLDERS, Math.floor(memory * FOLDERS_PER_BYTE)))
    : FEWEST_FOLDERS;
}
