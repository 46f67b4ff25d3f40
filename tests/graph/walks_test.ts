import assert from "node:assert/strict";
import { callTree, hasCycle, usagePaths, usedBy } from "../../src/graph/chain.ts";
import type { ChainNode } from "../../src/graph/chain.ts";
import { buildContext } from "../../src/graph/context.ts";
import type { CodeGraph } from "../../src/graph/edges.ts";
import { createCodeGraph } from "../../src/graph/edges.ts";
import { dependants } from "../../src/graph/impact.ts";
import type { SymbolRef } from "../../src/graph/symbol_ref.ts";
import { findSymbols } from "../../src/graph/symbols.ts";
import { overlayIndex } from "../../src/index/overlay_index.ts";
import { buildMemoryIndex } from "../support/memory_index.ts";
import { parseFixture } from "../support/fixture.ts";
import { testParser } from "../syntax/support.ts";
import { symbolName } from "./support.ts";

const FIXTURE = `
//- /core.py
def parse(text):
    return tokenize(text)

def tokenize(text):
    return [text]

def load(path):
    return parse(path)

def loop_a():
    loop_b()

def loop_b():
    loop_a()
//- /api.py
from core import load

@app.route("/load")
def handler(path):
    return load(path)

def main():
    handler("x")
//- /tests/test_core.py
from core import parse

def test_parse():
    assert parse("a") == ["a"]
`;

const NEVER = (): boolean => false;

async function graphOf(fixture: string): Promise<CodeGraph> {
  const files = [...parseFixture(fixture)].map(([path, text]) => ({ path, text }));
  return createCodeGraph(buildMemoryIndex(files, await testParser()));
}

function symbol(graph: CodeGraph, name: string): SymbolRef {
  const found = findSymbols(graph.index, name).symbols[0];
  assert(found, name);
  return found;
}

function show(graph: CodeGraph, node: ChainNode, indent = ""): string {
  const line = `${indent}${symbolName(graph.index, node.symbol)}${node.call ? `:${node.call.line}` : ""}${
    node.cycle ? " cycle" : ""
  }`;
  return [line, ...node.children.map((child) => show(graph, child, `${indent}  `))].join("\n");
}

Deno.test("chain: callers as a tree with the lines of the calls", async () => {
  const graph = await graphOf(FIXTURE);
  const tree = callTree(graph, [symbol(graph, "tokenize")], "callers", { depth: 3, late: NEVER });
  assert.equal(
    show(graph, tree),
    `core.py:tokenize
  core.py:parse:2
    core.py:load:8
      api.py:handler:5
    tests/test_core.py:test_parse:4`,
  );
  assert(!hasCycle(tree));
});

Deno.test("chain: depth 0 is the symbol alone, a cycle ends and is marked", async () => {
  const graph = await graphOf(FIXTURE);
  assert.equal(
    callTree(graph, [symbol(graph, "parse")], "callees", { depth: 0, late: NEVER }).children.length,
    0,
  );
  const tree = callTree(graph, [symbol(graph, "loop_a")], "callees", { depth: 5, late: NEVER });
  assert.equal(show(graph, tree), "core.py:loop_a\n  core.py:loop_b:11\n    core.py:loop_a:14 cycle");
  assert(hasCycle(tree));
});

Deno.test("chain: what is called and what is only named stand apart, and only calls are followed", async () => {
  const graph = await graphOf(`
//- /lamp.ts
interface Bulb { watt: number }
class Socket { constructor(readonly bulb: Bulb) {} }
const LIMIT = 60;
function warm(bulb: Bulb): void { check(bulb.watt); }
function check(watt: number): boolean { return watt < LIMIT; }
export function light(bulb: Bulb, bulbs: Bulb[]): Socket {
  bulbs.forEach(warm);
  return check(LIMIT) ? new Socket(bulb) : new Socket(bulbs[0]!);
}
`);
  const options = { depth: 2, late: NEVER };
  const light = symbol(graph, "light");
  assert.equal(
    show(graph, callTree(graph, [light], "callees", options)),
    "lamp.ts:light\n  lamp.ts:warm:7\n    lamp.ts:check:4\n  lamp.ts:check:8\n  lamp.ts:Socket:8",
  );
  assert.deepEqual(
    usedBy(graph, [light]).map(({ to, line }) => `${symbolName(graph.index, to)}:${line}`),
    ["lamp.ts:Bulb:6", "lamp.ts:LIMIT:8"],
  );
  const socket = symbol(graph, "Socket");
  assert.deepEqual(usedBy(graph, [socket]), []);
  assert.match(show(graph, callTree(graph, [socket], "callees", options)), /lamp.ts:Bulb:2/);
});

Deno.test("chain: ways from entry points, shortest first", async () => {
  const graph = await graphOf(FIXTURE);
  const paths = usagePaths(graph, symbol(graph, "tokenize"), NEVER).take(5).toArray()
    .map(({ entry, steps }) =>
      `${entry}: ${steps.map((step) => symbolName(graph.index, step.symbol)).join(" > ")}`
    );
  assert.deepEqual(paths, [
    "test: tests/test_core.py:test_parse > core.py:parse > core.py:tokenize",
    "route: api.py:handler > core.py:load > core.py:parse > core.py:tokenize",
    "main: api.py:main > api.py:handler > core.py:load > core.py:parse > core.py:tokenize",
  ]);
});

Deno.test("impact: decays with distance and ends at the threshold", async () => {
  const graph = await graphOf(FIXTURE);
  const reached = dependants(graph, [symbol(graph, "tokenize")], {
    depth: 5,
    decay: 0.8,
    threshold: 0.1,
    late: NEVER,
  });
  assert.deepEqual(
    reached.map((one) => `${symbolName(graph.index, one.symbol)} ${one.distance} ${one.impact.toFixed(2)}`),
    [
      "core.py:parse 1 0.76",
      "core.py:load 2 0.58",
      "tests/test_core.py:test_parse 2 0.58",
      "api.py:handler 3 0.44",
      "api.py:main 4 0.33",
    ],
  );
  const near = dependants(graph, [symbol(graph, "tokenize")], {
    depth: 5,
    decay: 0.8,
    threshold: 0.5,
    late: NEVER,
  });
  assert.equal(near.length, 3);
});

Deno.test("context: scores descend, ranges are unique, the budget holds", async () => {
  const graph = await graphOf(FIXTURE);
  const anchors = [{ ...symbol(graph, "load"), score: 2 }, { ...symbol(graph, "parse"), score: 1 }];
  for (const tokenBudget of [10, 35, 60, 8000]) {
    const context = buildContext(graph, anchors, { depth: 2, tokenBudget, late: NEVER });
    assert(context.tokenCount <= tokenBudget);
    const scores = context.candidates.map((one) => one.relevance);
    assert.deepEqual(scores, [...scores].sort((a, b) => b - a));
    const ranges = context.candidates.map((one) => `${one.file}:${one.startLine}-${one.endLine}`);
    assert.equal(new Set(ranges).size, ranges.length);
  }
});

Deno.test("context: depth 0 keeps to the anchors, no budget or no anchor gives nothing", async () => {
  const graph = await graphOf(FIXTURE);
  const anchors = [{ ...symbol(graph, "load"), score: 1 }];
  const names = (depth: number): string[] =>
    buildContext(graph, anchors, { depth, tokenBudget: 8000, late: NEVER }).candidates
      .map((one) => symbolName(graph.index, one));
  assert.deepEqual(names(0), ["core.py:load"]);
  assert.deepEqual(names(1).sort(), ["api.py:handler", "core.py:load", "core.py:parse"]);
  assert.equal(buildContext(graph, anchors, { depth: 2, tokenBudget: 0, late: NEVER }).candidates.length, 0);
  assert.equal(buildContext(graph, [], { depth: 2, tokenBudget: 8000, late: NEVER }).candidates.length, 0);
});

Deno.test("context: in a very large index the neighbours of fewer definitions are looked up", async () => {
  const called = Array.from({ length: 12 }, (_, at) => `def called_${at}():\n    below_${at}()\n`);
  const below = Array.from({ length: 12 }, (_, at) => `def below_${at}():\n    pass\n`);
  const calls = called.map((_, at) => `    called_${at}()\n`).join("");
  const graph = await graphOf(`//- /core.py\ndef run():\n${calls}\n${[...called, ...below].join("\n")}`);
  const base = graph.index;
  const index = overlayIndex(base, new Map());
  const large = createCodeGraph(
    Object.create(index, { chunks: { value: { ...base.chunks, count: 1_000_000 } } }),
  );
  const reached = (one: CodeGraph): number =>
    buildContext(one, [{ ...symbol(one, "run"), score: 1 }], { depth: 2, tokenBudget: 8000, late: NEVER })
      .candidates.length;
  // Itself, the twelve that it calls, and what nine of those call.
  assert.deepEqual([reached(graph), reached(large)], [25, 22]);
});

Deno.test("symbols: ambiguous names list candidates, unknown ones suggest near names", async () => {
  const graph = await graphOf(FIXTURE + "//- /other.py\ndef load(x):\n    pass\n");
  const { symbols, others } = findSymbols(graph.index, "load");
  assert.deepEqual([symbols.length, others.length], [1, 1]);
  assert.equal(findSymbols(graph.index, "other.py:load").symbols.length, 1);
  assert.equal(
    symbolName(graph.index, findSymbols(graph.index, "core.py:5").symbols[0]!),
    "core.py:tokenize",
  );
  assert.deepEqual(findSymbols(graph.index, "tokenise").suggestions, ["tokenize"]);
});
