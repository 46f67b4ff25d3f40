import assert from "node:assert/strict";
import { entryKind } from "../../src/graph/chain.ts";
import type { CodeGraph } from "../../src/graph/edges.ts";
import { createCodeGraph } from "../../src/graph/edges.ts";
import { fitness, parametersOf } from "../../src/graph/overloads.ts";
import { findSymbols } from "../../src/graph/symbols.ts";
import { isTestSymbol } from "../../src/graph/test_symbols.ts";
import { buildMemoryIndex } from "../support/memory_index.ts";
import { parseFixture } from "../support/fixture.ts";
import { testParser } from "../syntax/support.ts";
import { document, nameIn, round } from "./documents.ts";
import { fixtures, hash } from "./fixtures.ts";

/**
 * The repositories of the other tests beside this one, seen whole: what every use may mean, by which rule and how sure,
 * and for each definition what it overrides, what implements it, what makes it an entry point, and a hash of its whole
 * document. Compared with a golden file, which `AUTO_TOOLS_GOLDEN=write` renews; read what changed in it. A repository
 * that the file does not know, because its test is new or was changed, is left out until then.
 */

const GOLDEN = new URL("./fixtures.golden.json", import.meta.url);

/** What each use of a file may mean. */
function uses(graph: CodeGraph, file: number): string[] {
  const name = nameIn(graph);
  return (graph.index.parsed(file)?.references ?? []).map((use) => {
    const found = graph.resolver.resolve(file, use)
      .map((one) => `${name(one)} ${one.rule} ${round(one.confidence)}`);
    const isOutside = graph.resolver.isOutside(file, use) ? ["outside"] : [];
    return `${use.line} ${use.kind} ${use.name}: ${[...found, ...isOutside].join(", ")}`;
  });
}

/** Whom every line, name, qualified name and name with its path mean. */
function named(graph: CodeGraph, file: number): string {
  const { index } = graph;
  const path = index.files.paths[file]!;
  const { definitions = [], lines = 0 } = index.parsed(file) ?? {};
  const asked = [
    ...Array.from({ length: lines }, (_, at) => `${path}:${at + 1}`),
    ...definitions.flatMap((
      { name, qualifiedName },
    ) => [name, qualifiedName, `${path}:${qualifiedName}`, `${name}x`]),
  ];
  const found = asked.map((text) => [text, findSymbols(index, text)] as const);
  return `symbols ${
    hash(
      found.map(([text, { symbols, suggestions }]) => `${text} ${symbols.map(nameIn(graph))} ${suggestions}`)
        .join("\n"),
    )
  }`;
}

/** A line for each definition of a file. */
function definitions(graph: CodeGraph, file: number): string[] {
  const name = nameIn(graph);
  return (graph.index.parsed(file)?.definitions ?? []).map((_, definition) => {
    const symbol = { file, definition };
    const names = (all: ReturnType<typeof graph.resolver.implementations>): string =>
      all.map(name).join(" ") || "-";
    return [
      name(symbol),
      `overrides ${names(graph.resolver.overridden(symbol))}`,
      `implemented by ${names(graph.resolver.implementations(symbol))}`,
      entryKind(graph, symbol) ?? "-",
      isTestSymbol(graph, symbol) ? "test" : "-",
      `callers in one file ${graph.callers(symbol, 1).length}`,
      hash(JSON.stringify(document(graph, symbol))),
    ].join(" | ");
  });
}

/** How well calls fit heads: every head with every list of arguments. */
function fits(): Record<string, string> {
  const heads = [
    ...[
      "f()",
      "f(void)",
      "f(int a)",
      "f(int a, int b)",
      "f(int a, int b = 2)",
      "f(String... all)",
      "f(params int[] a)",
    ],
    ...[
      "f(final List<String> a, Object b)",
      "f(const char* a)",
      "f(boolean a, char b)",
      "f(double a)",
      "f(Class<?> a)",
    ],
    ...[
      "f(Long a)",
      "f(a: Int, vararg b: String)",
      "f(a: Int = 1)",
      "f(Box a, Box b, Box... c)",
      "f(std::string a)",
      "f(a",
    ],
  ];
  const calls = [
    "",
    "0",
    "''",
    "0,0",
    "true,'c'",
    "x",
    "x,x",
    "x,x,x,x",
    "null",
    "x.class",
    '""',
    "0.0",
    '0,"",""',
    "?",
    "y",
  ];
  const types = new Map([["x", { names: ["Box", "Object"], isWhole: true }], ["y", {
    names: ["Cat"],
    isWhole: false,
  }]]);
  return Object.fromEntries(heads.map((signature) => {
    const head = { name: "f", signature } as Parameters<typeof parametersOf>[0];
    const read = parametersOf(head, signature.includes(": Int") ? "kotlin" : "java");
    const fitting = calls.map((args) => `${args}: ${read && fitness(read, args, (word) => types.get(word))}`);
    return [signature, `${JSON.stringify(read)} ${fitting.join(" | ")}`];
  }));
}

const parser = await testParser();

Deno.test("the graphs of all these tests, as whole documents", () => {
  const isWritten = Deno.env.get("AUTO_TOOLS_GOLDEN") === "write";
  const golden: Record<string, unknown> = isWritten ? {} : JSON.parse(Deno.readTextFileSync(GOLDEN));
  const written: Record<string, unknown> = { fits: fits() };
  for (const id of Object.keys(written)) if (!isWritten) assert.deepEqual(written[id], golden[id], id);
  for (const [id, fixture] of fixtures()) {
    if (!isWritten && !Object.hasOwn(golden, id)) continue;
    const files = [...parseFixture(fixture)].map(([path, text]) => ({ path, text }));
    const graph = createCodeGraph(buildMemoryIndex(files, parser));
    const documents = Object.fromEntries(
      graph.index.files.paths.map((
        path,
        file,
      ) => [path, [...uses(graph, file), ...definitions(graph, file), named(graph, file)]]),
    );
    if (!isWritten) assert.deepEqual(documents, golden[id], id);
    written[id] = documents;
  }
  if (isWritten) Deno.writeTextFileSync(GOLDEN, JSON.stringify(written, null, 1) + "\n");
  assert.ok(Object.keys(written).length > 50);
});
