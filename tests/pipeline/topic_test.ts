import assert from "node:assert/strict";
import type { Finding, ToolOutcome } from "../../src/model/calls.ts";
import { onTopic } from "../../src/pipeline/topic.ts";

const place = (path: string, symbol: string, claim: string): Finding => ({
  path,
  startLine: 1,
  endLine: 3,
  symbol,
  claim,
  score: 1,
  reasons: [],
});

function outcome(...items: Finding[]): ToolOutcome {
  const findings = { tool: "ci_search", items, strength: "strong", gaps: [], summary: "" } as const;
  return { tool: "ci_search", status: "ok", startedAt: 0, durationMs: 0, findings };
}

const kept = (words: readonly string[], ...items: Finding[]): boolean =>
  onTopic([outcome(...items)], words)[0]?.findings !== undefined;

Deno.test("topic: a path, a name or a first line that speaks of it answers", () => {
  assert.ok(kept(["recovery"], place("src/recovery/log.ts", "replay", "")));
  assert.ok(kept(["recovery"], place("src/log.ts", "recoveryPoint", "")));
  assert.ok(kept(["限购"], place("Sku.java", "check", "校验限购数量")));
});

Deno.test("topic: a word that stands somewhere else does not, nor does a place further down", () => {
  const other = place("src/log.ts", "replay", "Replays the log.");
  assert.ok(!kept(["recovery"], other));
  assert.ok(!kept(["recovery"], other, other, other, place("src/recovery.ts", "replay", "")));
  assert.ok(!kept(["recovery"]));
});

Deno.test("topic: what was asked for by name stays", () => {
  const search = outcome(place("src/log.ts", "replay", ""));
  const impact: ToolOutcome = { ...search, tool: "ci_impact" };
  const graph: ToolOutcome = { ...search, tool: "ci_graph_rag" };
  const kept = onTopic([search, graph, impact], ["recovery"]);
  assert.deepEqual(kept.map(({ findings }) => findings !== undefined), [false, false, true]);
});
