import type { RefreshOptions, RefreshTools } from "./refresh_options.ts";

/** The right to do much work, or the end of waiting for it. */
export interface Claim {
  readonly hasWaited: boolean;
  /** Absent when the deadline came first. */
  readonly release?: () => void;
}

/** Waits for the right to do much work, until the deadline if need be. */
export async function claimed(tools: RefreshTools, options: RefreshOptions): Promise<Claim> {
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

/** Milliseconds between two looks whether another process has finished. */
const WAIT_STEP = 25;
