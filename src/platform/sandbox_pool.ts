import type { Sandbox } from "./sandbox.ts";

/** The sandbox that was used last is ended when it was not used for so long, any other after a shorter time. Milliseconds. */
const IDLE_MS = 600_000;
const SPARE_IDLE_MS = 5_000;

interface Kept {
  readonly root: string;
  readonly sandbox: Sandbox;
  timer: ReturnType<typeof setTimeout> | undefined;
}

/** Sandboxes that a server keeps between calls: their index is open, their code warm. */
export class SandboxPool {
  /** The last is the one that was used last. */
  #kept: Kept[] = [];

  /** A sandbox for a root (absolute, real), whose call it is now; undefined where none is kept. */
  take(root: string): Sandbox | undefined {
    for (;;) {
      const kept = this.#kept.findLast((one) => one.root === root);
      if (!kept) return undefined;
      this.#remove(kept);
      if (kept.sandbox.isUp) return kept.sandbox;
    }
  }

  /** Keeps a sandbox in which no call runs; those of other roots are ended. */
  put(root: string, sandbox: Sandbox): void {
    sandbox.rest();
    for (const one of this.#kept) if (one.root !== root) this.#end(one);
    const spare = this.#kept.at(-1);
    if (spare) this.#endAfter(spare, SPARE_IDLE_MS);
    const kept = { root, sandbox, timer: undefined };
    this.#kept.push(kept);
    this.#endAfter(kept, IDLE_MS);
  }

  #endAfter(kept: Kept, idleMs: number): void {
    clearTimeout(kept.timer);
    kept.timer = setTimeout(() => this.#end(kept), idleMs);
    Deno.unrefTimer(kept.timer);
  }

  #end(kept: Kept): void {
    this.#remove(kept);
    kept.sandbox.abort();
  }

  #remove(kept: Kept): void {
    clearTimeout(kept.timer);
    this.#kept = this.#kept.filter((one) => one !== kept);
  }
}
