import type { ReferenceSite } from "../index/lexical_index.ts";
import type { ParsedFile, TypeHint } from "../syntax/parsed_file.ts";
import { CONFIDENCE, type Resolution, type Resolver } from "./resolve.ts";
import type { SymbolRef } from "./symbol_ref.ts";

/** Maximum number of calls examined per field. */
const MOST_CALLS = 500;
/** Maximum number of files of its package searched for assignments. */
const MOST_FILES = 60;

/** A call of a field that may contain a function. */
export interface FieldCall extends ReferenceSite {
  readonly confidence: number;
}

/** Calls of Go struct fields to which a function is assigned: `l.run = start`, then `l.run()`. */
export function callsThroughFields(
  resolver: Resolver,
  symbol: SymbolRef,
  uses: readonly ReferenceSite[],
): FieldCall[] {
  const { index } = resolver;
  const parsed = index.parsed(symbol.file);
  const name = parsed?.definitions[symbol.definition]?.name;
  if (parsed?.language !== "go" || name === undefined) return [];
  const fields = new Map<string, SymbolRef>();
  // Assigning a method is not recorded as a use of its name, so only its own file is searched.
  const places = new Set([
    symbol.file,
    ...uses.filter(({ kind }) => kind === "reference").map((use) => use.file),
  ]);
  for (const file of places) {
    for (const hint of assignments(index.parsed(file))) {
      if (lastPart(hint.type) !== name || !isAssigned(resolver, file, hint, symbol)) continue;
      const field = fieldOf(resolver, file, hint);
      if (field) fields.set(`${field.file}:${field.definition}`, field);
    }
  }
  return [...fields.values()].flatMap((field) => callsOf(resolver, field));
}

/** Functions assigned to a Go struct field within its package. */
export function functionsOfField(resolver: Resolver, field: SymbolRef): SymbolRef[] {
  const { index } = resolver;
  const parsed = index.parsed(field.file);
  const definition = parsed?.definitions[field.definition];
  if (parsed?.language !== "go" || definition?.kind !== "field") return [];
  const files = resolver.modules.siblings(field.file).slice(0, MOST_FILES);
  return files.flatMap((file) =>
    assignments(index.parsed(file)).flatMap((hint) => {
      if (lastPart(hint.name) !== definition.name) return [];
      const set = fieldOf(resolver, file, hint);
      if (set?.file !== field.file || set.definition !== field.definition) return [];
      const [assigned] = valueOf(resolver, file, hint);
      const kind = assigned && index.parsed(assigned.file)?.definitions[assigned.definition]?.kind;
      return assigned && (kind === "function" || kind === "method") ? [assigned] : [];
    })
  );
}

function callsOf(resolver: Resolver, field: SymbolRef): FieldCall[] {
  const { index } = resolver;
  const name = index.parsed(field.file)?.definitions[field.definition]?.name ?? "";
  return index.referencesTo(name, MOST_CALLS).filter(({ kind }) => kind === "call").flatMap((site) => {
    const found = resolver.resolve(site.file, { ...site, name }).find((one) =>
      one.file === field.file && one.definition === field.definition
    );
    return found ? [{ ...site, confidence: Math.min(found.confidence, CONFIDENCE.dispatch) }] : [];
  });
}

/** Assignments to fields in a file. */
function assignments(parsed: ParsedFile | undefined): readonly TypeHint[] {
  return (parsed?.hints ?? []).filter(({ name, type }) => name.includes(".") && type.startsWith("="));
}

function isAssigned(resolver: Resolver, file: number, hint: TypeHint, symbol: SymbolRef): boolean {
  return valueOf(resolver, file, hint).some((one) =>
    one.file === symbol.file && one.definition === symbol.definition
  );
}

/** Resolutions of the assigned value with sufficient confidence. */
function valueOf(resolver: Resolver, file: number, { scope, type }: TypeHint): Resolution[] {
  return sure(resolver, file, scope, type.slice(1));
}

function fieldOf(
  resolver: Resolver,
  file: number,
  { scope, name }: TypeHint,
): SymbolRef | undefined {
  return sure(resolver, file, scope, name).find((one) =>
    resolver.index.parsed(one.file)?.definitions[one.definition]?.kind === "field"
  );
}

function sure(resolver: Resolver, file: number, scope: number, path: string): Resolution[] {
  const receiver = path.slice(0, Math.max(0, path.lastIndexOf(".")));
  const reference = { name: lastPart(path), receiver, kind: "reference", line: 0, scope } as const;
  return resolver.resolve(file, reference).filter((one) => one.confidence >= CONFIDENCE.inferred);
}

function lastPart(path: string): string {
  return path.slice(Math.max(path.lastIndexOf("."), path.lastIndexOf("=")) + 1);
}
