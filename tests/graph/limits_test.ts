import assert from "node:assert/strict";
import { type CodeGraph, createCodeGraph } from "../../src/graph/edges.ts";
import { buildContext } from "../../src/graph/context.ts";
import { dependants } from "../../src/graph/impact.ts";
import { findSymbols } from "../../src/graph/symbols.ts";
import { buildMemoryIndex } from "../support/memory_index.ts";
import { testParser } from "../syntax/support.ts";
import { nameIn } from "./documents.ts";

/** Limits of the graph: what lies exactly on one, and one step beyond. */

const parser = await testParser();

function graphOf(files: Readonly<Record<string, string>>): CodeGraph {
  return createCodeGraph(
    buildMemoryIndex(Object.entries(files).map(([path, text]) => ({ path, text })), parser),
  );
}

/** What a definition uses. */
function callees(graph: CodeGraph, name: string): readonly string[] {
  const [symbol] = findSymbols(graph.index, name).symbols;
  return graph.callees(symbol!).map(({ to }) => nameIn(graph)(to));
}

Deno.test("impact: what has exactly the least impact counts", () => {
  const graph = graphOf({ "a.ts": "function inner() {}\nexport function outer() { inner(); }\n" });
  const { symbols } = findSymbols(graph.index, "inner");
  const { confidence } = graph.callers(symbols[0]!)[0]!;
  const found = (threshold: number): number =>
    dependants(graph, symbols, { depth: 1, decay: 0.5, threshold, late: () => false }).length;
  assert.deepEqual([found(0.5 * confidence), found(0.5 * confidence + 0.001)], [1, 0]);
});

Deno.test("C: of two functions that nothing includes the one that is no test is linked", () => {
  for (const other of ["tests/work.c", "a/work_test.c"]) {
    const work = "int work(void) { return 1; }\n";
    const graph = graphOf({
      "src/main.c": "int go(void) { return work(); }\n",
      "src/work.c": work,
      [other]: work,
    });
    assert.deepEqual(callees(graph, "go"), ["src/work.c:work"], other);
  }
});

Deno.test("options that extend others are followed five files deep", () => {
  for (const [depth, expected] of [[5, ["lib/deep/thing.ts:run"]], [6, []]] as const) {
    const options = Object.fromEntries(Array.from({ length: depth + 1 }, (_, at) => [
      at === 0 ? "app/tsconfig.json" : `app/base${at}.json`,
      at === depth
        ? '{ "compilerOptions": { "paths": { "@deep/*": ["../lib/deep/*"] } } }'
        : `{ "extends": "./base${at + 1}.json" }`,
    ]));
    const graph = graphOf({
      ...options,
      "lib/deep/thing.ts": "export function run() {}\n",
      "other/thing.ts": "export function run() {}\n",
      "app/main.ts": 'import { run } from "@deep/thing";\nexport function start() { run(); }\n',
    });
    assert.deepEqual(callees(graph, "start"), expected, String(depth));
  }
});

Deno.test("context: a fiftieth of the best one's relevance is enough", () => {
  const graph = graphOf({ "a.ts": "function much() {}\nfunction little() {}\n" });
  const [much, little] = ["much", "little"].map((name) => findSymbols(graph.index, name).symbols[0]!);
  const found = (score: number): number =>
    buildContext(graph, [{ ...much!, score: 50 }, { ...little!, score }], {
      depth: 1,
      tokenBudget: 1000,
      late: () => false,
    }).candidates.length;
  assert.deepEqual([found(1), found(0.999)], [2, 1]);
});

Deno.test("dispatch: sixty classes below one are looked at", () => {
  const classes = (count: number): string =>
    Array.from({ length: count }, (_, at) => `class Sub${at}(Base):\n    def run(self):\n        pass\n`)
      .join("\n");
  const implementations = (count: number): number => {
    const graph = graphOf({ "a.py": `class Base:\n    def run(self):\n        pass\n\n${classes(count)}` });
    return graph.resolver.implementations(findSymbols(graph.index, "Base.run").symbols[0]!).length;
  };
  assert.deepEqual([59, 60, 61, 62].map(implementations), [59, 60, 60, 60]);
});
