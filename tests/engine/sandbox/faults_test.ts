import assert from "node:assert/strict";
import { TOOL_FAULTS, withFault } from "../../../src/engine/sandbox/faults.ts";
import type { Findings } from "../../../src/model/calls.ts";
import type { ToolName } from "../../../src/model/tools.ts";
import { TOOL_NAMES } from "../../../src/model/tools.ts";
import type { Tool, ToolContext } from "../../../src/ports/tool.ts";

const FOUND: Findings = { tool: "ci_search", items: [], strength: "none", gaps: [], summary: "s" };
const tool: Tool = () => Promise.resolve(FOUND);

/** What a broken tool gives, and what of it before. */
async function run(name: ToolName, fault: string, leftMs = 0) {
  const partials: Findings[] = [];
  const context = { partial: (one: Findings) => partials.push(one), deadline: leftMs, clock: () => 100 };
  const found = await withFault(name, tool, `*:${fault}`)({}, context as unknown as ToolContext);
  return { found, partials };
}

Deno.test("faults: only the tool that is named breaks, or all of them", () => {
  assert.equal(withFault("ci_search", tool, "ci_impact:fail"), tool);
  assert.equal(withFault("ci_search", tool, "ci_search:unheard"), tool);
  assert.equal(withFault("ci_search", tool, "ci_search"), tool);
  for (const fault of TOOL_FAULTS) {
    assert.notEqual(withFault("ci_search", tool, `ci_search:${fault}`), tool, fault);
    assert.notEqual(withFault("ci_search", tool, `*:${fault}`), tool, fault);
  }
});

Deno.test("faults: a flood is larger than anything that may be kept", async () => {
  const { found, partials } = await run("ci_search", "flood");
  assert.deepEqual([partials.length, found.items.length, found.gaps.length], [2000, 100_000, 100_000]);
  assert.ok(partials.every((one) => one.items.length === 100));
  assert.deepEqual([found.tool, found.strength, found.summary.length], ["ci_search", "strong", 1_000_000]);
  assert.deepEqual(found.items.map(({ startLine }) => startLine).slice(0, 3), [1, 2, 3]);
  const [{ path, endLine, claim, score, code }] = found.items as [Findings["items"][number]];
  assert.deepEqual([path.length, endLine, claim.length, score], [1012, 1e9, 6000, 1]);
  assert.deepEqual(code, [{ startLine: 1, text: "flood\n".repeat(1000) }]);
  assert.equal(found.data, found.items);
});

Deno.test("faults: rubbish of four kinds, none of them an answer", async () => {
  const kinds = new Set<string>();
  for (const name of TOOL_NAMES) kinds.add(JSON.stringify((await run(name, "rubbish")).found) ?? "undefined");
  assert.equal(kinds.size, new Set(TOOL_NAMES.map(({ length }) => length % 4)).size);
  await assert.rejects(async () => await run("ci_search", "fail"), /broken on purpose/);
});

Deno.test("faults: a slow tool answers 20 ms before its time is over", async () => {
  const real = globalThis.setTimeout;
  const waited: unknown[] = [];
  globalThis.setTimeout = ((done: () => void, ms: number) => (waited.push(ms), real(done))) as typeof real;
  try {
    assert.equal((await run("ci_search", "slow", 800)).found, FOUND);
  } finally {
    globalThis.setTimeout = real;
  }
  assert.deepEqual(waited, [680]);
});
