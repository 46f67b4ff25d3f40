import type { Sandbox } from "./sandbox.ts";

/** A kept sandbox is ended when it was not used for so long. Milliseconds. */
const IDLE_MS = 600_000;

/** The sandbox that a server keeps between calls, of the root that was asked about last: its index is open, its code warm. */
export class SandboxPool {
  #kept: { readonly root: string; readonly sandbox: Sandbox; readonly timer: number } | undefined;

  /** The sandbox for a root (absolute, real), whose call it is now; undefined where none is kept. */
  take(root: string): Sandbox | undefined {
    const kept = this.#kept;
    if (kept?.root !== root) return undefined;
    this.#kept = undefined;
    clearTimeout(kept.timer);
    return kept.sandbox.isUp ? kept.sandbox : undefined;
  }

  /** Keeps a sandbox in which no call runs, in place of another one. */
  put(root: string, sandbox: Sandbox): void {
    this.clear();
    sandbox.rest();
    const timer = setTimeout(() => this.clear(), IDLE_MS);
    Deno.unrefTimer(timer);
    this.#kept = { root, sandbox, timer };
  }

  /** Ends the sandbox that is kept. */
  clear(): void {
    if (!this.#kept) return;
    clearTimeout(this.#kept.timer);
    this.#kept.sandbox.abort();
    this.#kept = undefined;
  }
}
