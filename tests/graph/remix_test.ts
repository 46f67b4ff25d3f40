import assert from "node:assert/strict";
import { type CodeGraph, createCodeGraph } from "../../src/graph/edges.ts";
import { moduleSegments } from "../../src/graph/path_groups.ts";
import type { SymbolRef } from "../../src/graph/symbol_ref.ts";
import { findSymbols } from "../../src/graph/symbols.ts";
import { buildMemoryIndex } from "../support/memory_index.ts";
import { parseFixture } from "../support/fixture.ts";
import { testParser } from "../syntax/support.ts";
import { document, nameIn, round } from "./documents.ts";
import { fixtures, hash } from "./fixtures.ts";
import { remixed } from "./remix.ts";

/**
 * The repositories of the tests beside this one with accidents in them: names that are defined twice or no more, files
 * that lie elsewhere, lines that are lost. What every use may mean, and every edge with its line, rule and confidence, as
 * one hash for each. Compared with a golden file, which `AUTO_TOOLS_GOLDEN=write` renews; where one differs, the golden
 * file of the fixtures says more. A repository that the file does not know, because its test is new or was changed, is
 * left out until then.
 */

const GOLDEN = new URL("./remix.golden.json", import.meta.url);

/** Remixes of one repository. */
const REMIXES = 2;

/** Definitions of a file whose chains, impact and context are looked at. */
const FIRST = 1;

/** Everything that the graph says of one file. */
function edgesOf(graph: CodeGraph, file: number): unknown {
  const name = nameIn(graph);
  const { references = [], definitions = [] } = graph.index.parsed(file) ?? {};
  return [
    graph.index.files.paths[file],
    definitions.slice(0, FIRST).map((_, definition) => document(graph, { file, definition })),
    references.map((use) => [
      graph.resolver.resolve(file, use).map((one) => `${name(one)} ${one.rule} ${round(one.confidence)}`),
      graph.resolver.isOutside(file, use),
    ]),
    [-1, ...definitions.keys()].map((definition) => {
      const symbol = { file, definition };
      return [
        asked(graph, symbol).map((text) => [text, ...Object.values(findSymbols(graph.index, text))]),
        graph.callers(symbol).map((edge) =>
          `${name(edge.from)} ${edge.line} ${edge.rule} ${edge.confidence}`
        ),
        graph.callees(symbol).map((edge) => `${name(edge.to)} ${edge.line} ${edge.rule} ${edge.confidence}`),
        graph.unresolved(symbol),
        graph.resolver.overridden(symbol).map(name),
        graph.resolver.implementations(symbol).map(name),
      ];
    }),
  ];
}

/** How a definition may be named: behind its modules, as a call, as a member. */
function asked(graph: CodeGraph, { file, definition }: SymbolRef): string[] {
  const qualified = graph.definition({ file, definition })?.qualifiedName ?? "nothing";
  const modules = moduleSegments(graph.index.files.paths[file]!);
  return [
    [...modules, qualified].join("."),
    ["crate", ...modules.slice(-1), ...qualified.split(".")].join("::"),
    [...modules.slice(0, 1), qualified].join("."),
    `${modules.at(-1)}.ts:${qualified}`,
    `${qualified.replace(/\.(?=\w+$)/, "#")}()`,
    `${qualified.replace(/\.(?=\w+$)/, ".prototype.")}`,
  ];
}

const parser = await testParser();

Deno.test("the graphs of all these tests' repositories with accidents, as hashes", () => {
  const isWritten = Deno.env.get("AUTO_TOOLS_GOLDEN") === "write";
  const golden: Record<string, string> = isWritten ? {} : JSON.parse(Deno.readTextFileSync(GOLDEN));
  const rows = [...fixtures()].filter(([id]) => isWritten || Object.hasOwn(golden, id)).map(
    ([id, fixture]) => {
      const all = Array.from({ length: REMIXES }, (_, at) => {
        const remix = remixed(parseFixture(fixture), parseInt(id.slice(-8), 16) + at);
        const files = [...remix].map(([path, text]) => ({ path, text }));
        const graph = createCodeGraph(buildMemoryIndex(files, parser));
        return graph.index.files.paths.map((_, file) => edgesOf(graph, file));
      });
      return [id, hash(JSON.stringify(all))] as const;
    },
  );
  if (isWritten) {
    return Deno.writeTextFileSync(GOLDEN, JSON.stringify(Object.fromEntries(rows), null, 1) + "\n");
  }
  for (const [id, row] of rows) assert.equal(row, golden[id], id);
  assert.ok(rows.length > 50);
});
