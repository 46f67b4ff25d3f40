import type { Refreshed, RefreshOptions, RefreshTools } from "./refresh_options.ts";
import { acquireLock } from "./lock.ts";
import { Session } from "./refresh_session.ts";

/**
 * Refreshes the index of a work tree and opens it. Only one process or thread does expensive work at a time: others
 * wait, at most until their deadline, and do the rest. Throws the errors of a damaged store.
 */
export async function refresh(tools: RefreshTools, options: RefreshOptions): Promise<Refreshed> {
  const session = new Session(tools, options);
  const claim = tools.store?.database.isWritable && session.isLarge
    ? await acquireLock(tools, options)
    : undefined;
  if (claim === undefined) return await session.run();
  try {
    // Another process may have done the work in the meantime.
    return await (claim.hasWaited ? new Session(tools, options) : session).run();
  } finally {
    claim.release?.();
  }
}
