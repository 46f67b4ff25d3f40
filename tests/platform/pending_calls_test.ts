import assert from "node:assert/strict";
import type { CallQuestion } from "../../src/model/calls.ts";
import { Failure } from "../../src/model/errors.ts";
import type { Findings } from "../../src/model/findings.ts";
import type { ToolCall } from "../../src/model/plan.ts";
import { PendingCalls } from "../../src/platform/pending_calls.ts";

const CALL: ToolCall = { tool: "ci_search", tier: 1, reason: "test", args: {}, timeoutMs: 50 };
const findings = (summary: string): Findings => ({
  tool: "ci_search",
  items: [],
  strength: "none",
  gaps: [],
  summary,
});

function pending() {
  const asked: CallQuestion[] = [];
  const said: string[] = [];
  const calls = new PendingCalls((question) => asked.push(question));
  const options = {
    endsAt: 7,
    onStart: () => said.push("started"),
    onPartial: ({ summary }: Findings) => said.push(summary),
  };
  return { asked, said, calls, run: () => calls.run(CALL, options) };
}

Deno.test("calls: begin, partial findings and the end of a call reach the one that asked", async () => {
  const { asked, said, calls, run } = pending();
  const answer = run();
  const { id } = asked[0]!;
  assert.deepEqual(asked[0], { type: "call", id, call: CALL, endsAt: 7 });
  calls.receive({ type: "started", id });
  calls.receive({ type: "partial", id, findings: findings("some") });
  assert.equal(calls.size, 1);
  calls.receive({ type: "done", id, findings: findings("all") });
  assert.equal((await answer).summary, "all");
  assert.deepEqual(said, ["started", "some"]);
  assert.equal(calls.size, 0);
});

Deno.test("calls: what comes late, twice or for the calls of an earlier prompt is ignored", async () => {
  const [before, now] = [pending(), pending()];
  void before.run();
  const answer = now.run();
  assert.notEqual(before.asked[0]!.id, now.asked[0]!.id);
  now.calls.receive({ type: "done", id: before.asked[0]!.id, findings: findings("old") });
  now.calls.receive({ type: "done", id: now.asked[0]!.id, findings: findings("new") });
  now.calls.receive({ type: "partial", id: now.asked[0]!.id, findings: findings("late") });
  assert.equal((await answer).summary, "new");
  assert.deepEqual(now.said, []);
});

Deno.test("calls: a tool that fails, and a thread that ends, fail the calls by name", async () => {
  const { asked, calls, run } = pending();
  const [one, other] = [run(), run()];
  calls.receive({ type: "failed", id: asked[0]!.id, kind: "timeout", message: "too late" });
  await assert.rejects(one, { kind: "timeout", message: "too late" });
  calls.fail(new Failure("unknown", "the worker failed"));
  await assert.rejects(other, { kind: "unknown", message: "the worker failed" });
});
