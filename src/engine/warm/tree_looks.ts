import { wallClock } from "../../platform/clock.ts";
import { lastChange } from "../../platform/stat_table.ts";
import type { TreeWatch } from "../../platform/tree_watch.ts";
import type { Listed } from "../repository_view.ts";

/** Margin of file times before git's listing: a later write may have the same time. Milliseconds. */
const GRAIN_MS = 20;

/** The tree at a time. */
interface Look {
  readonly listed: Listed;
  /** As in `Date.now`: when git began to list, and when the first file was looked at. */
  readonly listedAt: number;
  readonly beganAt: number;
}

/**
 * Looks at all files once a prompt is answered, so that the next one need not, as long as the watch notices no change.
 */
export class TreeLooks {
  #last: Look | undefined;
  /** The number of the look that a sandbox was shown last. */
  #shown: number | undefined;
  #seen: Listed | undefined;
  /** Look in progress. */
  #current: Listed | undefined;
  #number = 0;

  constructor(private readonly root: string, private readonly watch: TreeWatch) {}

  /** True if the next request would not find all as the last one left it, and the tree's changes have settled. */
  get isBehind(): boolean {
    const isReady = this.#seen?.look === this.#shown && this.watch.isQuietSoFar;
    return this.#last !== undefined && !isReady && !this.#current && this.watch.isResting;
  }

  /**
   * The tree as it was looked at, or is being looked at, if nothing in it has changed since that began; a request is shown it,
   * which looks at the files that are left.
   */
  async unchanged(): Promise<Listed | undefined> {
    const current = this.#current;
    const isQuiet = current ? await this.watch.isQuiet() : await this.#holds();
    if (!isQuiet) {
      current?.stats.stop();
      return undefined;
    }
    const shown = this.#seen ?? current;
    this.#shown = shown?.look;
    return shown;
  }

  /** The number of a look that begins. */
  begin(): number {
    return ++this.#number;
  }

  /** Notes a listing and its start, as in `Date.now`; a request is shown it. */
  note(listed: Listed, listedAt: number): void {
    this.#last = { listed, listedAt, beganAt: listedAt };
    this.#shown = listed.look;
    this.#seen = undefined;
  }

  /** A prompt is answered: looks again if that may be needed, unless the next prompt comes before. */
  async rest(): Promise<void> {
    if (!this.#last || this.#current || await this.#holds()) return;
    const { listed: { listing, look, stats: before }, listedAt, beganAt } = this.#last;
    this.watch.reset();
    if (!this.#isStill(listing, listedAt)) return;
    const [stats, now] = [before.anew(), wallClock()];
    const current = this.#current = { listing, stats, look: this.begin() };
    const isWhole = await stats.fill(this.root, { limitMs: Infinity, from: "front" });
    this.#current = undefined;
    // What git listed in the meantime is newer.
    if (!isWhole || this.#last.listed.listing !== listing) return;
    const isShown = this.#shown === current.look;
    const isSame = look !== undefined && !isShown && stats.bearsOut(before, beganAt - GRAIN_MS);
    this.#seen = isSame ? { ...current, look } : current;
    this.#last = { listed: this.#seen, listedAt, beganAt: now };
  }

  /** Looks again; what the next request would have to do because of changes is done by `refresh`. */
  async catchUp(refresh: () => Promise<void>): Promise<void> {
    await this.rest();
    if (this.isBehind) await refresh();
  }

  async #holds(): Promise<boolean> {
    if (this.#seen && !await this.watch.isQuiet()) this.#seen = undefined;
    return this.#seen !== undefined;
  }

  /** True if the listing was still right when the watch started: no folder and no ignore list is newer. */
  #isStill(listing: Uint8Array, listedAt: number): boolean {
    const decided = new Set(["", ".git/index", ".git/info/exclude"]);
    for (const path of new TextDecoder().decode(listing).split("\0")) {
      if (path.endsWith(".gitignore")) decided.add(path);
      for (let end = path.lastIndexOf("/"); end > 0 && !decided.has(path.slice(0, end));) {
        decided.add(path.slice(0, end));
        end = path.lastIndexOf("/", end - 1);
      }
    }
    for (const path of decided) if (lastChange(`${this.root}/${path}`) >= listedAt - GRAIN_MS) return false;
    return wallClock() >= listedAt;
  }
}
