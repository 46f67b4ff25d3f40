import assert from "node:assert/strict";
import { clampArguments } from "../../src/pipeline/clamp.ts";

Deno.test("clamp: negatives, fractions, bounds and what is no number, for the contract's numbers", () => {
  const cases: readonly [Parameters<typeof clampArguments>[0], string, unknown, number][] = [
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
    const { args, limits } = clampArguments(tool, { ...given, query: "kept" });
    const what = `${tool} ${name} ${value}`;
    assert.equal(args[name], fit, what);
    assert.equal(args["query"], "kept");
    assert.deepEqual(limits, value === undefined || value === fit ? [] : [`${name} clamped to ${fit}`], what);
  }
});

Deno.test("clamp: every bound of a tool is filled in", () => {
  assert.deepEqual(clampArguments("ci_graph_rag", {}).args, { depth: 2, budget: 8000, top_k: 10 });
  assert.deepEqual(clampArguments("ci_complexity", { path: "a" }).args, { path: "a" });
});
