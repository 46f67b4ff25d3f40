import type { Jail } from "./jail.ts";

/** A kept jail is ended when it was not used for so long. Milliseconds. */
const IDLE_MS = 600_000;

/** The jail that a server keeps between calls, of the root that was asked about last: its index is open, its code warm. */
export class JailShelf {
  #kept: { readonly root: string; readonly jail: Jail; readonly timer: number } | undefined;

  /** The jail for a root (absolute, real), whose call it is now; undefined where none is kept. */
  take(root: string): Jail | undefined {
    const kept = this.#kept;
    if (kept?.root !== root) return undefined;
    this.#kept = undefined;
    clearTimeout(kept.timer);
    return kept.jail.isUp ? kept.jail : undefined;
  }

  /** Keeps a jail in which no call runs, in place of another one. */
  put(root: string, jail: Jail): void {
    this.clear();
    jail.rest();
    const timer = setTimeout(() => this.clear(), IDLE_MS);
    Deno.unrefTimer(timer);
    this.#kept = { root, jail, timer };
  }

  /** Ends the jail that is kept. */
  clear(): void {
    if (!this.#kept) return;
    clearTimeout(this.#kept.timer);
    this.#kept.jail.abort();
    this.#kept = undefined;
  }
}
