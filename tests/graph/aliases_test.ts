import assert from "node:assert/strict";
import { aliasedUses } from "../../src/graph/aliases.ts";
import { createCodeGraph } from "../../src/graph/edges.ts";
import { findSymbols } from "../../src/graph/symbols.ts";
import { buildMemoryIndex } from "../support/memory_index.ts";
import { testParser } from "../syntax/support.ts";

const parser = await testParser();

/** Where a symbol may be used under another name, each place once, as `path:line name`. */
function usesOf(files: Readonly<Record<string, string>>, name: string): string[] {
  const index = buildMemoryIndex(Object.entries(files).map(([path, text]) => ({ path, text })), parser);
  const [symbol] = findSymbols(index, name).symbols;
  const uses = aliasedUses(createCodeGraph(index).resolver, symbol!);
  return [...new Set(uses.map((use) => `${index.files.paths[use.file]}:${use.line} ${use.name}`))];
}

const FILES = {
  "a.ts": 'import go from "./lib";\nimport { outer } from "./lib";\ngo();\nouter();\nbox.go();\n',
  "b.ts": 'import { outer as best } from "./lib";\nbest();\nexport { best as last };\n',
  "c.ts": 'import { last as x } from "./b";\nx();\n',
  "d.ts": 'import { outer as far } from "./other";\nfar();\n',
  "e.ts": 'import { inside as within } from "./lib";\nwithin();\n',
  "lib/index.ts": "export default function start() {}\nfunction inner() {}\nexport { inner as outer };\n" +
    "export class Box { inside() {} }\nexport namespace Shelf { export function inside2() {} }\n",
  "other.ts": "export function outer() {}\n",
};

Deno.test("aliases: a default export, one under another name, and what files hand on", () => {
  assert.deepEqual(usesOf(FILES, "start"), ["a.ts:3 go", "a.ts:5 go"]);
  assert.deepEqual(usesOf(FILES, "inner"), ["a.ts:4 outer", "b.ts:2 best", "c.ts:2 x"]);
  assert.deepEqual(usesOf(FILES, "other.ts:outer"), ["d.ts:2 far"]);
});

Deno.test("aliases: a member of a class has none", () => {
  assert.deepEqual(usesOf(FILES, "Box.inside"), []);
});

Deno.test("aliases: forty names beside its own are followed", () => {
  const files = Object.fromEntries(Array.from({ length: 45 }, (_, at) => [
    `m${at}.ts`,
    at === 0
      ? "export function x0() {}\n"
      : `import { x${at - 1} as y${at} } from "./m${at - 1}";\ny${at}();\nexport { y${at} as x${at} };\n`,
  ]));
  assert.equal(usesOf(files, "x0").length, 21);
});
