import { equal } from "node:assert/strict";
import { languageConfig, languageOf } from "../../src/syntax/languages.ts";
import { readAsset } from "../../src/platform/assets.ts";
import type { ParsedFile } from "../../src/syntax/parsed_file.ts";
import { createParser, type FileParser } from "../../src/syntax/parser.ts";

const BUILT = new URL("../../dist/assets/", import.meta.url).pathname;
const MODULES = new URL("../../node_modules/", import.meta.url);

const ASSETS = { core: coreBytes(), grammar: grammarBytes };
let shared: Promise<FileParser> | undefined;

/**
 * A parser that takes its grammars from the installed packages. Without limits of its own it is the one of this thread:
 * the core has room for a few hundred loads of a grammar.
 */
export function testParser(timeoutMs?: number, worked?: () => number): Promise<FileParser> {
  if (timeoutMs === undefined) return shared ??= createParser(ASSETS, { timeoutMs: 5000 });
  return createParser(ASSETS, { timeoutMs, ...(worked && { worked }) });
}

/** The parser's own WebAssembly file. */
export function coreBytes(): Uint8Array {
  return Deno.readFileSync(new URL("web-tree-sitter/web-tree-sitter.wasm", MODULES));
}

/**
 * The grammar of a language, as built if there is a build: the lexer of Swift as published makes the engine's compiler
 * run out of memory. Undefined if the language has none.
 */
export function grammarBytes(id: string): Uint8Array | undefined {
  const grammar = languageConfig(id)?.grammar;
  return grammar && (readAsset(BUILT, id) ?? publishedGrammar(id));
}

/** The grammar of a language as its package has it. Undefined if the language has none. */
export function publishedGrammar(id: string): Uint8Array | undefined {
  const grammar = languageConfig(id)?.grammar;
  return grammar && Deno.readFileSync(new URL(`${grammar.package}/${grammar.file}`, MODULES));
}

/** Many files in one string: each begins with a line `//- /path`, and has no empty line at its ends. */
export function files(fixture: string): { readonly path: string; readonly text: string }[] {
  return fixture.split(/^\/\/- \/?/m).slice(1).map((part) => {
    const end = part.indexOf("\n");
    return { path: part.slice(0, end).trim(), text: part.slice(end + 1).trim() + "\n" };
  });
}

const parser = await testParser();

/** The records of a fixture's files. */
export function parseFixture(fixture: string): ParsedFile[] {
  return files(fixture).map(({ path, text }) => parser.parse(text, languageOf(path, text)));
}

/**
 * Definitions as lines `kind qualified.name first-last`, indented by nesting; `+` marks exported ones, `@x` decorators.
 */
export function showDefinitions(parsed: ParsedFile): string {
  return parsed.definitions.map((definition) => {
    const { kind, qualifiedName, docStartLine, endLine, exported, decorators } = definition;
    const marks = decorators.map((text) => ` @${text}`).join("");
    return `${exported ? "+" : "-"} ${kind} ${qualifiedName} ${docStartLine}-${endLine}${marks}`;
  }).join("\n");
}

/**
 * Parses the fixture's only file and compares all that was found with `expected`: definitions, a line `--`, references,
 * a line `--`, relations; empty parts are left out.
 */
export function check(fixture: string, expected: string): void {
  const [parsed] = parseFixture(fixture);
  const shown = [showDefinitions(parsed!), showReferences(parsed!), showRelations(parsed!)];
  equal(shown.filter((part) => part !== "").join("\n--\n"), expected.trim());
}

/** References as `scope: kind receiver.name, ...`, one line per scope. */
export function showReferences(parsed: ParsedFile): string {
  const byScope = new Map<number, string[]>();
  for (const { name, kind, receiver, scope } of parsed.references) {
    const shown = `${kind} ${receiver === "" ? "" : receiver + "."}${name}`;
    byScope.set(scope, [...(byScope.get(scope) ?? []), shown]);
  }
  return [...byScope].sort(([a], [b]) => a - b).map(([scope, shown]) =>
    `${parsed.definitions[scope]?.qualifiedName ?? "top"}: ${shown.join(", ")}`
  ).join("\n");
}

/** Imports as `module { name as alias }`, bases as `Type < Base`, hints as `scope: name is Type`, then the gaps. */
export function showRelations(parsed: ParsedFile): string {
  const nameOf = (index: number): string => parsed.definitions[index]?.qualifiedName ?? "top";
  return [
    ...parsed.imports.map(({ module, names }) =>
      `import ${module}${
        names.map(({ name, alias }) => ` ${name === alias ? name : `${name} as ${alias}`}`).join(",")
      }`
    ),
    ...parsed.heritage.map(({ definition, base }) => `${nameOf(definition)} < ${base}`),
    ...parsed.hints.map(({ scope, name, type }) => `${nameOf(scope)}: ${name} is ${type}`),
    ...(parsed.module === "" ? [] : [`module ${parsed.module}`]),
    ...parsed.gaps,
  ].join("\n");
}
