import assert from "node:assert/strict";
import { type CodeGraph, createCodeGraph } from "../../src/graph/edges.ts";
import { findSymbols, symbolsOf, usedFirst } from "../../src/graph/symbols.ts";
import { buildMemoryIndex } from "../support/memory_index.ts";
import { testParser } from "../syntax/support.ts";

/** Files that define `thing`, the one that is meant first; by their paths they would stand the other way round. */
const MEANT: readonly (readonly [path: string, text: string])[] = [
  ["z.ts", "export function thing() {}\n"],
  ["y.ts", "function thing() {}\n"],
  ["x.ts", "export interface Shape { thing(): void }\n"],
  ["w.ts", "export class Shape { thing() {} }\n"],
  ["v.ts", "export const thing = 1;\n"],
  ["u.ts", "const thing = 1;\n"],
  ["t.ts", "export class Other { thing = 1; }\n"],
  ["s.d.ts", "export declare function thing(): void;\n"],
  ["r.d.ts", "export declare const thing: number;\n"],
  ["a.test.ts", "export function thing() {}\n"],
  ["a.test.d.ts", "export declare function thing(): void;\n"],
];

Deno.test("of any two definitions of a name the one is meant that says more, whatever their paths", async () => {
  const parser = await testParser();
  for (const [at, better] of MEANT.entries()) {
    for (const worse of MEANT.slice(at + 1)) {
      const index = buildMemoryIndex([worse, better].map(([path, text]) => ({ path, text })), parser);
      const { symbols, others } = findSymbols(index, "thing");
      const shown = [...symbols, ...others].map(({ file }) => index.files.paths[file]);
      assert.deepEqual(shown, [better[0], worse[0]]);
      assert.equal(symbols.length, 1);
    }
  }
});

Deno.test("a path with a whole name means that definition, also where only a namesake of its file is used", async () => {
  const files = [
    { path: "effect.ts", text: "export interface Runner { effect: number }\nexport function effect() {}\n" },
    {
      path: "use.ts",
      text: 'import { Runner } from "./effect";\nexport const run = (one: Runner) => one.effect;\n',
    },
  ];
  const graph = createCodeGraph(buildMemoryIndex(files, await testParser()));
  const meant = (text: string): unknown => {
    const { symbols, others } = usedFirst(graph, findSymbols(graph.index, text));
    return [symbols.map(({ file, definition }) => nameAt(graph, file, definition)), others.length];
  };
  assert.deepEqual(meant("effect.ts:effect"), [["effect"], 0]);
  assert.deepEqual(meant("effect.ts:Runner.effect"), [["Runner.effect"], 0]);
});

Deno.test("a method is meant rather than a type in lower case, a type rather than its constructor", async () => {
  const graph = createCodeGraph(buildMemoryIndex(
    [
      { path: "a/log.go", text: "package a\n\ntype appendLog struct{}\n" },
      { path: "b/log.go", text: "package b\n\ntype Raft struct{}\n\nfunc (r Raft) appendLog() {}\n" },
      { path: "c/list.cpp", text: "class small_list {\n public:\n  small_list() {}\n};\n" },
      { path: "d/store.ts", text: "export class Store { #touch() {} }\nexport class Disk { touch() {} }\n" },
    ],
    await testParser(),
  ));
  const meant = (text: string): unknown =>
    symbolsOf(graph, text).symbols.map(({ file, definition }) => nameAt(graph, file, definition));
  assert.deepEqual(meant("appendLog"), ["Raft.appendLog"]);
  assert.deepEqual(meant("small_list"), ["small_list"]);
  assert.deepEqual(meant("Store#touch"), ["Store.#touch"]);
});

function nameAt({ index }: CodeGraph, file: number, definition: number): string | undefined {
  return index.parsed(file)?.definitions[definition]?.qualifiedName;
}
