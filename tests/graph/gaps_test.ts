import assert from "node:assert/strict";
import { callTree } from "../../src/graph/chain.ts";
import type { CodeGraph } from "../../src/graph/edges.ts";
import { createCodeGraph } from "../../src/graph/edges.ts";
import { findSymbols } from "../../src/graph/symbols.ts";
import { unresolvedData, unresolvedText } from "../../src/graph/unresolved.ts";
import { buildMemoryIndex } from "../support/memory_index.ts";
import { parseFixture } from "../support/fixture.ts";
import { testParser } from "../syntax/support.ts";
import { symbolName } from "./support.ts";

async function graphOf(files: readonly { path: string; text: string }[]): Promise<CodeGraph> {
  return createCodeGraph(buildMemoryIndex(files, await testParser()));
}

const READERS = `
//- /store.py
import json
class Store:
    def update(self, key): pass
def known(store: Store): store.update(1)
//- /app.py
import json
def one(any): any.update(1)
def two(any): return any.part().update(2)
def outside(): json.codec.update(3)
def builtin():
    names = {}
    names.update(4)
`;

Deno.test("gaps: calls of a name of which nothing is known are counted, others are not", async () => {
  const graph = await graphOf([...parseFixture(READERS)].map(([path, text]) => ({ path, text })));
  const { symbols } = findSymbols(graph.index, "Store.update");
  const data = unresolvedData(graph, symbols);
  assert.deepEqual(data, { count: 2, first: "app.py:2", places: ["app.py:2", "app.py:3"] });
  assert.equal(unresolvedText(data), "2 unresolved calls of that name, first: app.py:2");
  assert.equal(unresolvedData(graph, findSymbols(graph.index, "known").symbols), undefined);
  assert.equal(unresolvedText(undefined), "");
});

Deno.test("chain: every call has its own file and line, several are counted, all callers are listed", async () => {
  const callers = Array.from({ length: 40 }, (_, at) => `def user_${at}():\n    target()\n    target()\n`);
  const graph = await graphOf([
    { path: "deep/target.py", text: "from other import helper\n\n\ndef target():\n    helper()\n" },
    { path: "other.py", text: `${"\n".repeat(30)}def helper(): pass\n` },
    { path: "users.py", text: `from deep.target import target\n${callers.join("")}` },
  ]);
  const [symbol] = findSymbols(graph.index, "target").symbols;
  const options = { depth: 2, late: (): boolean => false };
  const up = callTree(graph, [symbol!], "callers", options);
  assert.equal(up.children.length, 40);
  assert.equal(up.more, 0);
  assert.equal(up.children[0]!.calls, 2);
  assert.equal(graph.index.files.paths[up.children[0]!.call!.file], "users.py");
  const [down] = callTree(graph, [symbol!], "callees", options).children;
  assert.equal(symbolName(graph.index, down!.symbol), "other.py:helper");
  assert.deepEqual(
    [graph.index.files.paths[down!.call!.file], down!.call!.line],
    ["deep/target.py", 5],
  );
});

Deno.test("chain: a call in the argument of a macro that makes the same call is counted once", async () => {
  const text = `fn emit(n: u32) -> u32 { n }
macro_rules! note { ($x:expr) => { $x + emit(1) }; }
fn once() { note!(emit(2)); }
`;
  const graph = await graphOf([{ path: "src/lib.rs", text }]);
  const { symbols: [symbol] } = findSymbols(graph.index, "emit");
  const { children } = callTree(graph, [symbol!], "callers", { depth: 1, late: () => false });
  assert.deepEqual(children.map(({ symbol, calls }) => [symbolName(graph.index, symbol), calls]), [
    ["src/lib.rs:note", 1],
    ["src/lib.rs:once", 1],
  ]);
});
