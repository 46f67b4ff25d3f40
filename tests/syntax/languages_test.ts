import { deepEqual, equal, ok } from "node:assert/strict";
import { Language } from "web-tree-sitter";
import { IMPORT_READERS } from "../../src/syntax/imports.ts";
import { languageConfig, languageOf, LANGUAGES, nodeTables } from "../../src/syntax/languages.ts";
import { NAMINGS } from "../../src/syntax/namings.ts";
import { startCore } from "../../src/syntax/parser_core.ts";
import { coreBytes, grammarBytes } from "./support.ts";

Deno.test("languages by name, extension and first line", () => {
  const cases: readonly [path: string, beginning: string, language: string | undefined][] = [
    ["a/b.py", "", "python"],
    ["a/B.PY", "", "python"],
    ["a/b.d.ts", "", "typescript"],
    ["Rakefile", "", "ruby"],
    ["a/Dockerfile", "", "dockerfile"],
    ["README", "", "markdown"],
    ["bin/run", "#!/usr/bin/env -S python3.11 -u\n", "python"],
    ["bin/run", "#!/bin/sh\n", "bash"],
    ["bin/run", "plain", undefined],
    ["a.h", "int f(void);\n", "c"],
    ["a.h", "#pragma once\nnamespace a {\n", "cpp"],
    [".hidden", "", undefined],
    [".env.example", "", undefined],
    ["no_extension", "", undefined],
  ];
  for (const [path, beginning, language] of cases) equal(languageOf(path, beginning), language, path);
});

Deno.test("config: ids are unique, inheritance and strategies exist, no extension is claimed twice by accident", () => {
  equal(new Set(LANGUAGES.map(({ id }) => id)).size, LANGUAGES.length);
  const claims = new Map<string, string[]>();
  for (const { id, extensions, filenames, inherits, nodes, chunks, grammar } of LANGUAGES) {
    ok(extensions.length > 0 || (filenames ?? []).length > 0, id);
    if (inherits !== undefined) ok(languageConfig(inherits)?.nodes !== undefined, id);
    ok(chunks !== undefined || (grammar !== undefined && nodeTables(id) !== undefined), id);
    for (const rule of Object.values(nodes?.definitions ?? {})) {
      ok((rule.naming ?? "field") in NAMINGS, `${id} ${rule.naming}`);
    }
    for (
      const reader of [...Object.values(nodes?.imports ?? {}), ...Object.values(nodes?.importCalls ?? {})]
    ) {
      ok(reader in IMPORT_READERS || nodeTables(id)?.importPatterns?.[reader], `${id} ${reader}`);
    }
    for (const extension of extensions) {
      equal(extension, extension.toLowerCase(), id);
      claims.set(extension, [...claims.get(extension) ?? [], id]);
    }
  }
  const shared = [...claims].filter(([, ids]) => ids.length > 1);
  deepEqual(shared, [[".h", ["c", "cpp", "objectivec"]]]);
});

Deno.test("config: every table names node types and fields of the language's own grammar", async () => {
  await startCore(coreBytes());
  // Languages that share tables name what any of them has.
  const families = new Map<string, Set<string>>();
  for (const { id, grammar, inherits } of LANGUAGES) {
    if (grammar === undefined) continue;
    const language = Language.loadSync(new WebAssembly.Module(grammarBytes(id) as Uint8Array<ArrayBuffer>));
    const family = families.get(inherits ?? id) ?? new Set(["none"]);
    for (const name of [...language.types, ...language.fields]) if (name !== null) family.add(name);
    families.set(inherits ?? id, family);
  }
  for (const [id, known] of families) {
    for (const name of namesIn(nodeTables(id)!)) {
      ok(known.has(name), `${id}: no such node type or field: ${name}`);
    }
  }
});

/** All node types and fields that a language's tables mention. */
function namesIn(nodes: NonNullable<ReturnType<typeof nodeTables>>): string[] {
  const places = (rule: object): string[] =>
    Object.entries(rule).flatMap(([key, value]) =>
      ["name", "body", "callee", "receiver", "type", "base", "value"].includes(key) && value !== "*" &&
        value !== "<" && value !== ""
        ? [String(value).replace(/^@/, "")]
        : []
    );
  const tables = [nodes.definitions, nodes.calls, nodes.containers, nodes.hints];
  const lists = [
    nodes.wrappers,
    nodes.closures,
    nodes.comments,
    nodes.decorators,
    nodes.modifiers,
    nodes.heritage,
    nodes.heritageGroups,
    nodes.heritageSkips,
    nodes.types,
    nodes.typeFields,
    nodes.tokenTrees,
    nodes.modules,
    nodes.values?.types.split(" "),
    nodes.values?.parents.split(" "),
    Object.keys(nodes.imports ?? {}),
    Object.keys(nodes.unwrap ?? {}),
    Object.keys(nodes.mixins ?? {}),
  ];
  return [
    ...tables.flatMap((table) =>
      Object.entries(table ?? {}).flatMap(([type, rule]) => [type, ...places(rule)])
    ),
    ...lists.flatMap((list) => list ?? []),
  ];
}
