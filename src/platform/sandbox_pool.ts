import { callLater } from "./clock.ts";
import type { Sandbox } from "./sandbox.ts";

/** By default the sandbox that was used last is ended when it was not used for so long, any other after a shorter time. Milliseconds. */
const IDLE_MS = 600_000;
/** For as long, one whose call overran is waited for, unless the next call begins. */
const SPARE_IDLE_MS = 5_000;

interface Kept {
  readonly root: string;
  readonly sandbox: Sandbox;
  timer: ReturnType<typeof setTimeout> | undefined;
}

/** Sandboxes that a server or a daemon keeps between calls: their index is open, their code warm. */
export class SandboxPool {
  /** The last is the one that was used last. */
  #kept: Kept[] = [];
  /** A call still runs in it. */
  #late: Sandbox | undefined;
  #isClosed = false;

  /** @param idleMs milliseconds after which the last one is ended; infinite: never */
  constructor(private readonly idleMs: number = IDLE_MS) {}

  /** A sandbox for a root (absolute, real), whose call it is now; undefined where none is kept. */
  take(root: string): Sandbox | undefined {
    this.#endLate();
    for (;;) {
      const kept = this.#kept.findLast((one) => one.root === root);
      if (!kept) return undefined;
      this.#remove(kept);
      if (kept.sandbox.isUp) return kept.sandbox;
    }
  }

  /** Waits for a sandbox whose call overran, as long as it may: another one would begin cold. */
  async settled(limitMs = SPARE_IDLE_MS): Promise<void> {
    await this.#late?.idleWithin(limitMs);
  }

  /** Keeps a sandbox, where a call still runs in it once that has ended. Those of other roots are ended. */
  put(root: string, sandbox: Sandbox): void {
    if (!sandbox.isIdle) return void this.#putLater(root, sandbox);
    if (this.#isClosed) return sandbox.close();
    sandbox.rest();
    for (const one of this.#kept) if (one.root !== root) this.#end(one);
    const spare = this.#kept.at(-1);
    if (spare) this.#endAfter(spare, SPARE_IDLE_MS);
    const kept = { root, sandbox, timer: undefined };
    this.#kept.push(kept);
    if (this.idleMs < Infinity) this.#endAfter(kept, this.idleMs);
  }

  /** Has those that are kept give back memory that they do not need. */
  release(): void {
    for (const { sandbox } of this.#kept) sandbox.release();
  }

  /** Ends all that are kept. */
  clear(): void {
    this.#endLate();
    for (const one of this.#kept) this.#end(one);
  }

  /** Ends all that are kept or come back, each once its call has ended: one stopped in a call leaves its files open. */
  close(): void {
    this.#isClosed = true;
    for (const one of this.#kept) this.#end(one);
  }

  /** A new one would begin cold: on a busy machine its calls would overrun like those of this one. */
  async #putLater(root: string, sandbox: Sandbox): Promise<void> {
    this.#endLate();
    this.#late = sandbox;
    const isIdle = await sandbox.idleWithin(SPARE_IDLE_MS);
    if (this.#late !== sandbox) return;
    this.#late = undefined;
    if (isIdle) this.put(root, sandbox);
    else sandbox.abort();
  }

  #endLate(): void {
    this.#late?.abort();
    this.#late = undefined;
  }

  #endAfter(kept: Kept, idleMs: number): void {
    clearTimeout(kept.timer);
    kept.timer = callLater(idleMs, () => this.#end(kept));
  }

  #end(kept: Kept): void {
    this.#remove(kept);
    kept.sandbox.close();
  }

  #remove(kept: Kept): void {
    clearTimeout(kept.timer);
    this.#kept = this.#kept.filter((one) => one !== kept);
  }
}
