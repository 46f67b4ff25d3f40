import { wallClock } from "../../platform/clock.ts";
import { lastChange, StatTable } from "../../platform/stat_table.ts";
import type { TreeWatch } from "../../platform/tree_watch.ts";
import type { Listed } from "../repository_view.ts";

/** What was written this long before git listed may have been written after it had been there. Milliseconds. */
const GRAIN_MS = 20;

/**
 * Looks at all files once a prompt is answered, so that the next one need not, as long as the watch notices no change.
 */
export class TreeLooks {
  #listed: { readonly listing: Uint8Array<ArrayBuffer>; readonly at: number } | undefined;
  #seen: Listed | undefined;
  #number = 0;
  #stats: StatTable | undefined;

  constructor(private readonly root: string, private readonly watch: TreeWatch) {}

  /** The tree as it was looked at, if nothing in it has changed since. */
  async unchanged(): Promise<Listed | undefined> {
    this.#stats?.stop();
    if (this.#seen && !await this.watch.isQuiet()) this.#seen = undefined;
    return this.#seen;
  }

  /** What git began to list at a time, as in `Date.now`. */
  note(listing: Uint8Array<ArrayBuffer>, at: number): void {
    this.#listed = { listing, at };
    this.#seen = undefined;
  }

  /** A prompt is answered: looks again if that may be needed, unless the next prompt comes before. */
  async rest(): Promise<void> {
    if (!this.#listed || await this.unchanged()) return;
    const { listing, at } = this.#listed;
    this.watch.reset();
    const stats = this.#stats = new StatTable(listing);
    const isWhole = await stats.fill(this.root, { limitMs: Infinity, from: "front" });
    if (isWhole && this.#isStill(listing, at)) this.#seen = { listing, stats, look: ++this.#number };
  }

  /** Whether the listing was still right when the watch began: no folder and no list of what is ignored is newer. */
  #isStill(listing: Uint8Array, listedAt: number): boolean {
    const decided = new Set(["", ".git/index", ".git/info/exclude"]);
    for (const path of new TextDecoder().decode(listing).split("\0")) {
      if (path.endsWith(".gitignore")) decided.add(path);
      for (let end = path.lastIndexOf("/"); end > 0 && !decided.has(path.slice(0, end));) {
        decided.add(path.slice(0, end));
        end = path.lastIndexOf("/", end - 1);
      }
    }
    for (const path of decided) {
      if (lastChange(`${this.root}/${path}`) >= listedAt - GRAIN_MS) return false;
    }
    return wallClock() >= listedAt;
  }
}
