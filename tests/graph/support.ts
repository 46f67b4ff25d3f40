import assert from "node:assert/strict";
import { createCodeGraph } from "../../src/graph/edges.ts";
import type { SymbolRef } from "../../src/graph/symbol_ref.ts";
import type { LexicalIndex } from "../../src/index/lexical_index.ts";
import { buildMemoryIndex } from "../support/memory_index.ts";
import { parseFixture } from "../support/fixture.ts";
import { testParser } from "../syntax/support.ts";

/** `path:Qualified.name` of a definition; the path alone for a file's top level. */
export function symbolName(index: LexicalIndex, { file, definition }: SymbolRef): string {
  const path = index.files.paths[file] ?? "";
  const name = index.parsed(file)?.definitions[definition]?.qualifiedName;
  return name === undefined ? path : `${path}:${name}`;
}

/** Checks every line with a mark `<- target`, or `<- nothing` for a call that leaves the repository. */
export async function check(fixture: string): Promise<void> {
  const files = [...parseFixture(fixture)].map(([path, text]) => ({ path, text }));
  const index = buildMemoryIndex(files, await testParser());
  const { resolver } = createCodeGraph(index);
  for (const { path, text } of files) {
    const file = index.files.numberOf(path)!;
    text.split("\n").forEach((line, at) => {
      const mark = /(?:#|\/\/|--) (\w+[!?]?) <- (.+)$/.exec(line);
      if (!mark) return;
      const use = index.parsed(file)!.references.find((one) => one.line === at + 1 && one.name === mark[1]);
      const best = use && resolver.resolve(file, use).find(({ confidence }) => confidence >= 0.45);
      assert.equal(best ? symbolName(index, best) : "nothing", mark[2], `${path}:${at + 1}`);
    });
  }
}
