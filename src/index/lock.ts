import type { RefreshOptions, RefreshTools } from "./refresh_options.ts";

/** Result of waiting for the build lock. */
export interface LockResult {
  readonly hasWaited: boolean;
  /** Releases the lock; absent if the deadline passed first. */
  readonly release?: () => void;
}

/** Waits for the build lock until the deadline (default: without limit). */
export async function acquireLock(tools: RefreshTools, options: RefreshOptions): Promise<LockResult> {
  const { deadline = Infinity } = options;
  let hasWaited = false;
  for (;;) {
    const release = tools.store?.database.lock();
    if (release) return { hasWaited, release };
    if (tools.clock() + WAIT_STEP >= deadline) return { hasWaited };
    hasWaited = true;
    tools.store?.database.endRead();
    await new Promise((resolve) => setTimeout(resolve, WAIT_STEP));
  }
}

/** Polling interval of the lock, in milliseconds. */
const WAIT_STEP = 25;
