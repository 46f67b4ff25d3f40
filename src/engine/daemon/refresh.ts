import type { ToolCall } from "../../model/plan.ts";
import { wallClock } from "../../platform/clock.ts";
import { gitLimit } from "../repository_for.ts";
import type { WarmRepository } from "./calls.ts";
import { DaemonCalls } from "./calls.ts";

/** How long it may take. Milliseconds. */
const LIMIT_MS = 3000;
/** Opens the index, and with it brings it up to date. */
const CALL: ToolCall = {
  tool: "ci_search",
  tier: 1,
  reason: "the tree has changed",
  args: { query: "index", limit: 1 },
  timeoutMs: LIMIT_MS,
};

/** Brings the open index up to date with what changed since the last request, as the next one would have to. */
export async function refreshIndex(repository: WarmRepository): Promise<void> {
  const { facts, rules } = repository;
  if (!facts || !rules) return;
  const calls = new DaemonCalls(repository, () => {});
  calls.begin({ ...rules, ttlMs: 0 }, gitLimit(LIMIT_MS));
  calls.facts(facts);
  calls.meaning(undefined);
  calls.plan({ calls: [CALL], wallMs: LIMIT_MS });
  await calls.call({ type: "call", id: 0, call: CALL, endsAt: wallClock() + LIMIT_MS });
  calls.end();
}
