import assert from "node:assert/strict";
import { callPath, callTree, entryKind, usagePaths } from "../../src/graph/chain.ts";
import { type CodeGraph, createCodeGraph } from "../../src/graph/edges.ts";
import { findSymbols } from "../../src/graph/symbols.ts";
import { buildMemoryIndex } from "../support/memory_index.ts";
import { testParser } from "../syntax/support.ts";
import { symbolName } from "./support.ts";

const parser = await testParser();
const NEVER = (): boolean => false;

function graphOf(files: Readonly<Record<string, string>>): CodeGraph {
  return createCodeGraph(
    buildMemoryIndex(Object.entries(files).map(([path, text]) => ({ path, text })), parser),
  );
}

/** Functions of which each calls the one before it, behind what stands above the last one. */
function ladder(count: number, aboveLast = ""): string {
  const calls = Array.from({ length: count }, (_, at) => `def step${at + 1}():\n    step${at}()\n`);
  return ["def step0():\n    pass\n", ...calls.slice(0, -1), aboveLast + calls.at(-1)!].join("\n");
}

/** The ways to `step0`, each as its entry and how many steps it has. */
function waysOf(files: Readonly<Record<string, string>>, { limit = 5, late = NEVER } = {}): string[] {
  const graph = graphOf(files);
  const [symbol] = findSymbols(graph.index, "step0").symbols;
  return usagePaths(graph, symbol!, late).take(limit).toArray().map(({ entry, steps }) =>
    `${entry} ${symbolName(graph.index, steps[0]!.symbol)} ${steps.length}`
  );
}

Deno.test("chain: ways from entry points lead over eight calls at most", () => {
  const route = '@app.route("/")\n';
  assert.deepEqual(waysOf({ "a.py": ladder(8, route) }), ["route a.py:step8 9"]);
  assert.deepEqual(waysOf({ "a.py": ladder(9, route) }), []);
});

Deno.test("chain: as many ways as are wanted, the first entry points of the shortest", () => {
  const tests = Array.from({ length: 4 }, (_, at) => `def test_${at}():\n    step1()\n`).join("\n");
  const files = { "a.py": ladder(1), "tests/test_a.py": `from a import step1\n\n${tests}` };
  const ways = [0, 1, 2, 3].map((at) => `test tests/test_a.py:test_${at} 3`);
  assert.deepEqual(waysOf(files), ways);
  assert.deepEqual(waysOf(files, { limit: 3 }), ways.slice(0, 3));
  assert.deepEqual(waysOf(files, { limit: 1 }), ways.slice(0, 1));
  assert.deepEqual(waysOf(files, { late: () => true }), []);
});

Deno.test("chain: the lines of all calls, ascending", () => {
  const calls = Array.from({ length: 14 }, () => "    helper()\n").join("");
  const graph = graphOf({ "a.py": `def helper():\n    pass\n\ndef many():\n${calls}` });
  const [symbol] = findSymbols(graph.index, "helper").symbols;
  const [caller] = callTree(graph, [symbol!], "callers", { depth: 1, late: NEVER }).children;
  assert.deepEqual([caller?.calls, caller?.lines], [14, Array.from({ length: 14 }, (_, at) => at + 5)]);
});

Deno.test("chain: of those that call twelve are followed, two hundred listed; further away twelve", () => {
  const callers = (name: string, of: string, count: number): string =>
    Array.from({ length: count }, (_, at) => `def ${name}${at}():\n    ${of}()\n`).join("\n");
  const graph = graphOf({
    "a.py": `def root():\n    pass\n\n${callers("one", "root", 201)}\n${
      Array.from({ length: 13 }, (_, at) => callers(`far${at}_`, `one${at}`, at === 0 ? 13 : 1)).join("\n")
    }`,
  });
  const [symbol] = findSymbols(graph.index, "root").symbols;
  const tree = callTree(graph, [symbol!], "callers", { depth: 2, late: NEVER });
  assert.deepEqual([tree.children.length, tree.more], [200, 1]);
  const below = tree.children.map(({ children, more }) => `${children.length}+${more}`);
  assert.deepEqual(below.slice(0, 13), ["12+1", ...Array(11).fill("1+0"), "0+0"]);
});

Deno.test("chain: what makes a definition an entry point", () => {
  const files = {
    "a.py": "def main():\n    pass\n",
    "b.py":
      '@app.get("/")\ndef page():\n    pass\n\n@cli.command\ndef tidy():\n    pass\n\n@cached\ndef plain():\n    pass\n',
    "bin/tool.py": "def start():\n    pass\n\nclass Tool:\n    def inner(self):\n        pass\n",
    "tests/test_b.py": "def test_page():\n    pass\n\ndef helper():\n    pass\n",
    "lib.ts": "export function used() {}\nexport function unused() { used(); }\nfunction hidden() {}\n" +
      "export class Box { inside() {} }\n",
    "lib.rs": "#[tokio::test]\nfn checks() {}\n\nfn works() {}\n",
    "tests/more.rs": "#[tokio::test]\nfn checked() {}\n\nfn worked() {}\n",
  };
  const graph = graphOf(files);
  const kindOf = (name: string): string | undefined => {
    const [symbol] = findSymbols(graph.index, name).symbols;
    return entryKind(graph, symbol!);
  };
  const rows: Readonly<Record<string, string | undefined>> = {
    main: "main",
    page: "route",
    tidy: "command",
    start: "command",
    "Tool.inner": undefined,
    test_page: "test",
    used: undefined,
    unused: "exported",
    hidden: undefined,
    "Box.inside": undefined,
    checked: "test",
  };
  assert.deepEqual(Object.fromEntries(Object.keys(rows).map((name) => [name, kindOf(name)])), rows);
  assert.equal(entryKind(graph, { file: 0, definition: -1 }), "top level");
  assert.equal(entryKind(graph, { file: 0, definition: 9 }), undefined);
});

Deno.test("chain: the path between two functions is looked for through two hundred functions", () => {
  const pathThrough = (functions: number): number | undefined => {
    const between = Array.from({ length: functions }, (_, at) => `def through${at}():\n    last()\n`);
    const first = `def first():\n    through${functions - 1}()\n`;
    const graph = graphOf({ "a.py": ["def last():\n    pass\n", ...between, first].join("\n") });
    const [from, to] = ["first", "last"].map((name) => findSymbols(graph.index, name).symbols);
    return callPath(graph, from!, to!)?.length;
  };
  assert.equal(pathThrough(150), 2);
  assert.equal(pathThrough(250), undefined);
});
