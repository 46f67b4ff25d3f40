import type { LexicalIndex } from "../index/lexical_index.ts";
import { CLASS_KINDS } from "../syntax/class_kinds.ts";
import { parentOf } from "../syntax/parsed_file.ts";
import type { IndirectCall, ResolvedUse } from "./indirect_call.ts";
import type { Resolver } from "./resolve.ts";
import { sameSymbol, type SymbolRef } from "./symbol_ref.ts";

/** Minimum number of listed classes that must have the called method. */
const FEWEST_CLASSES = 2;
const MOST_USES = 200;

/**
 * Methods of classes that a function lists and then calls on the elements of the list:
 * `for step in [Load, Store]: step().run()`.
 */
export function listedMembers(index: LexicalIndex, uses: readonly ResolvedUse[]): IndirectCall[] {
  const listed = uses.filter(({ use, target }) => use.kind === "reference" && isClass(index, target));
  if (new Set(listed.map(({ use }) => use.name)).size < FEWEST_CLASSES) return [];
  const seen = new Set<string>();
  return uses.flatMap(({ use, target }) => {
    const isCall = use.kind === "call" && target === undefined && /^[\w$]+(?:\(\))?$/.test(use.receiver);
    if (!isCall || seen.has(use.name) || use.receiver === "self") return [];
    seen.add(use.name);
    const members = listed.flatMap(({ target }) => memberOf(index, target!, use.name) ?? []);
    const distinct = [...new Map(members.map((one) => [`${one.file}:${one.definition}`, one])).values()];
    return distinct.length < FEWEST_CLASSES ? [] : distinct.map((symbol) => ({ symbol, line: use.line }));
  });
}

/** Functions that list the class of a method and call that method on the elements of the list. */
export function listingUses(resolver: Resolver, symbol: SymbolRef): IndirectCall[] {
  const { index } = resolver;
  const parsed = index.parsed(symbol.file);
  const method = parsed?.definitions[symbol.definition];
  const owner = parsed?.definitions[method?.parent ?? -1];
  if (parsed?.language !== "python" || method?.kind !== "method" || !owner) return [];
  const places = new Map<string, SymbolRef>();
  for (const { file, kind, scope } of index.referencesTo(owner.name, MOST_USES)) {
    if (kind === "reference" && scope >= 0) places.set(`${file}:${scope}`, { file, definition: scope });
  }
  return [...places.values()].flatMap((place) => {
    const at = index.parsed(place.file);
    const within = at?.references.filter(({ scope }) =>
      scope === place.definition || parentOf(at, scope) === place.definition
    );
    if (!within?.some(({ name }) => name === method.name)) return [];
    const uses = within.map((use): ResolvedUse => {
      const [best] = resolver.resolve(place.file, use);
      return { use, target: best && best.confidence >= 0.5 ? best : undefined };
    });
    return listedMembers(index, uses).filter((one) => sameSymbol(one.symbol, symbol))
      .map(({ line }) => ({ symbol: place, line }));
  });
}

function isClass(index: LexicalIndex, symbol: SymbolRef | undefined): boolean {
  const kind = symbol && index.parsed(symbol.file)?.definitions[symbol.definition]?.kind;
  return kind !== undefined && CLASS_KINDS.has(kind);
}

function memberOf(index: LexicalIndex, { file, definition }: SymbolRef, name: string): SymbolRef | undefined {
  const at =
    index.parsed(file)?.definitions.findIndex((one) =>
      one.parent === definition && one.name === name && one.kind === "method"
    ) ?? -1;
  return at < 0 ? undefined : { file, definition: at };
}
