import type { Refreshed, RefreshOptions, RefreshTools } from "./tree_status.ts";
import { Session } from "./refresh_session.ts";

/**
 * Refreshes the index of a work tree and opens it. Only one process or thread does expensive work at a time: others
 * wait, at most until their deadline, and do the rest. Throws the errors of a damaged store.
 */
export async function refresh(tools: RefreshTools, options: RefreshOptions): Promise<Refreshed> {
  const session = new Session(tools, options);
  const database = tools.store?.database;
  if (!database?.isWritable || !session.isLarge) return await session.run();
  const { deadline = Infinity } = options;
  let hasWaited = false;
  let release = database.lock();
  for (; !release && tools.clock() + WAIT_STEP < deadline; release = database.lock()) {
    hasWaited = true;
    database.endRead();
    await new Promise((resolve) => setTimeout(resolve, WAIT_STEP));
  }
  try {
    // Another process may have done the work in the meantime.
    return await (hasWaited ? new Session(tools, options) : session).run();
  } finally {
    release?.();
  }
}

/** Polling interval of the lock, in milliseconds. */
const WAIT_STEP = 25;
