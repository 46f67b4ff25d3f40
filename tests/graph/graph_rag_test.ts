import assert from "node:assert/strict";
import type { GraphContextData } from "../../src/tools/ci_graph_rag.ts";
import { ciGraphRag } from "../../src/tools/ci_graph_rag.ts";
import { buildMemoryIndex } from "../support/memory_index.ts";
import type { ToolContext } from "../../src/ports/tool.ts";
import type { Findings } from "../../src/model/calls.ts";
import { filesOf } from "../support/files.ts";
import { parseFixture } from "../support/fixture.ts";
import { testParser } from "../syntax/support.ts";

/** Cycles, nested definitions, members, tests: what an expansion may stumble over. */
const REPO = parseFixture(`
//- /core.py
class Tide:
    """Computes the tide."""

    def height(self, port):
        return self.level(port) + offset(port)

    def level(self, port):
        def nested():
            return self.height(port)
        return nested()

def offset(port):
    return Tide().height(port)

def tide_table(port):
    return [Tide().height(port), offset(port)]
//- /api.py
from core import tide_table

def show_tide(port):
    return tide_table(port)
//- /tests/test_core.py
from core import tide_table

def test_tide_table():
    assert tide_table("Brest")
`);

const parser = await testParser();

function contextOf(hasIndex = true): ToolContext {
  const index = buildMemoryIndex([...REPO].map(([path, text]) => ({ path, text })), parser);
  return {
    index: { open: () => Promise.resolve(hasIndex ? { index, pending: [] } : undefined) },
    files: filesOf((path) => REPO.get(path) ?? ""),
    clock: () => 0,
    deadline: 1000,
  } as unknown as ToolContext;
}

async function ask(
  args: Record<string, unknown>,
  context = contextOf(),
): Promise<Findings & { data: GraphContextData }> {
  return await ciGraphRag(args, context) as Findings & { data: GraphContextData };
}

Deno.test("graph_rag: no query, no anchors, no budget or no index give nothing, and say so", async () => {
  const query = "how is the tide computed";
  const none = [{ query: "" }, { query: "  \n" }, { query, top_k: 0 }, { query, budget: 0 }];
  for (const args of none) {
    const { items, strength, data } = await ask(args);
    assert.deepEqual(
      [items, strength, data.candidates, data.token_count],
      [[], "none", [], 0],
      JSON.stringify(args),
    );
  }
  const cold = await ask({ query }, contextOf(false));
  assert.deepEqual([cold.items, cold.strength, cold.gaps], [[], "none", ["no index: the graph needs one"]]);
});

Deno.test("graph_rag: depth 0 keeps to the anchors", async () => {
  const { items, data } = await ask({ query: "tide table", depth: 0 });
  assert.ok(data.candidates.length > 0);
  assert.ok(data.candidates.every(({ reason }) => reason === "anchor"));
  assert.deepEqual(items, []);
});

Deno.test("graph_rag: in every setting the budget holds, scores descend, no range comes twice", async () => {
  for (const query of ["tide table", "height of the tide at a port", "test_tide_table", "潮汐 tide"]) {
    for (const depth of [0, 1, 2]) {
      for (const top_k of [1, 3, 10]) {
        for (const budget of [1, 20, 45, 90, 200, 8000]) {
          const { data } = await ask({ query, depth, top_k, budget });
          const label = JSON.stringify({ query, depth, top_k, budget });
          const { candidates, token_count } = data;
          assert.ok(token_count <= budget, label);
          assert.equal(candidates.reduce((sum, { tokens }) => sum + tokens, 0), token_count, label);
          const scores = candidates.map((one) => one.relevance_score);
          assert.deepEqual(scores, [...scores].sort((a, b) => b - a), label);
          assert.ok(scores.every((score) => score > 0 && score <= 1), label);
          const ranges = candidates.map((one) => `${one.file_path}:${one.line_start}-${one.line_end}`);
          assert.equal(new Set(ranges).size, ranges.length, label);
        }
      }
    }
  }
});

Deno.test("graph_rag: it follows calls, members and tests, and every finding names its source and reason", async () => {
  const { items, data } = await ask({ query: "tide_table" });
  const reached = data.candidates.map(({ symbol }) => symbol);
  for (const name of ["Tide", "show_tide", "test_tide_table"]) assert.ok(reached.includes(name), name);
  for (const { path, startLine, endLine, reasons, claim } of items) {
    assert.ok(REPO.has(path) && startLine <= endLine && reasons.length > 0 && claim !== "");
  }
});
