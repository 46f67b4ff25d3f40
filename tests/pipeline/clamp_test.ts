import assert from "node:assert/strict";
import type { ToolUse } from "../../src/model/calls.ts";
import type { ToolName } from "../../src/model/tools.ts";
import { TOOL_SPECS } from "../../src/model/tools.ts";
import { clampArguments } from "../../src/pipeline/clamp.ts";

Deno.test("clamp: negatives, fractions, bounds and what is no number, for the contract's numbers", () => {
  const cases: readonly [ToolName, string, unknown, number][] = [
    ["ci_search", "limit", undefined, 10],
    ["ci_search", "limit", 10, 10],
    ["ci_search", "limit", 11, 10],
    ["ci_search", "limit", 2.9, 2],
    ["ci_search", "limit", 0, 1],
    ["ci_search", "limit", -3, 1],
    ["ci_search", "limit", Infinity, 10],
    ["ci_search", "limit", -Infinity, 1],
    ["ci_search", "limit", NaN, 10],
    ["ci_search", "limit", "3", 10],
    ["ci_graph_rag", "depth", 0, 0],
    ["ci_graph_rag", "depth", -1, 0],
    ["ci_graph_rag", "depth", 3, 2],
    ["ci_graph_rag", "budget", 8001, 8000],
    ["ci_graph_rag", "top_k", 11, 10],
    ["ci_call_chain", "depth", undefined, 2],
    ["ci_call_chain", "depth", 4, 3],
    ["ci_impact", "depth", undefined, 3],
    ["ci_impact", "depth", 6, 5],
    ["ci_bug_locate", "top_n", undefined, 5],
    ["ci_hotspot", "days", 31, 30],
    ["ci_hotspot", "top", 21, 20],
  ];
  for (const [tool, name, value, fit] of cases) {
    const given = value === undefined ? {} : { [name]: value };
    const { call, limits } = clampArguments({ tool, args: { ...given, query: "kept" } } as ToolUse);
    const args: Record<string, unknown> = { ...call.args };
    const what = `${tool} ${name} ${value}`;
    assert.equal(args[name], fit, what);
    assert.equal(args["query"], "kept");
    assert.deepEqual(limits, value === undefined || value === fit ? [] : [`${name} clamped to ${fit}`], what);
  }
});

Deno.test("clamp: every bound of a tool is filled in", () => {
  assert.deepEqual(clampArguments({ tool: "ci_graph_rag", args: {} }).call.args, {
    depth: 2,
    budget: 8000,
    top_k: 10,
  });
  assert.deepEqual(clampArguments({ tool: "ci_complexity", args: { path: "a" } }).call.args, { path: "a" });
});

Deno.test("clamp: the contract's table of tools, and what editors ask: tier, then default, least and most of each number", () => {
  const rows = Object.entries(TOOL_SPECS).map(([name, { tier, arguments: all }]) => [
    `${name} ${tier}`,
    ...Object.entries(all).flatMap(([number, bound]) =>
      bound.type === "number" ? [`${number} ${bound.default} ${bound.min ?? 1}..${bound.max}`] : []
    ),
  ]);
  assert.deepEqual(rows, [
    ["ci_index_status 0"],
    ["ci_search 1", "limit 10 1..10"],
    ["ci_graph_rag 1", "depth 2 0..2", "budget 8000 0..8000", "top_k 10 0..10"],
    ["ci_call_chain 2", "depth 2 1..3"],
    ["ci_bug_locate 2", "top_n 5 1..20", "history_depth 100000 0..100000"],
    ["ci_impact 2", "depth 3 1..5"],
    ["ci_complexity 2"],
    ["ci_hotspot 2", "days 30 1..30", "top 20 1..20"],
    ["navigate 1"],
  ]);
});
