import type { Refreshed, RefreshOptions, RefreshTools } from "./refresh_options.ts";
import { claimed } from "./lock.ts";
import { Session } from "./refresh_session.ts";

/**
 * Brings the index of a work tree up to date and opens it. Much work is done by one process or thread at a time: another
 * waits for it, until its deadline if need be, and does what is left. Damage of the store is thrown as it comes.
 */
export async function refresh(tools: RefreshTools, options: RefreshOptions): Promise<Refreshed> {
  const session = new Session(tools, options);
  const claim = tools.store?.database.isWritable && session.isLarge
    ? await claimed(tools, options)
    : undefined;
  if (claim === undefined) return await session.run();
  try {
    // Another process may have done it in the meantime.
    return await (claim.hasWaited ? new Session(tools, options) : session).run();
  } finally {
    claim.release?.();
  }
}
