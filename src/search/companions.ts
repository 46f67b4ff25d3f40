import { graphOver } from "../graph/open_graph.ts";
import type { SymbolRef } from "../graph/symbol_ref.ts";
import { sameSymbol } from "../graph/symbol_ref.ts";
import { tokens } from "../text/tokens.ts";
import { sureCalls } from "./calls.ts";
import type { FeatureContext } from "./rank/features.ts";

/** Helpers that are shown beside the definition that calls them. */
const MOST = 2;
/** What more places use is no part of the one that calls it. */
const MOST_USES = 3;

/**
 * What a definition hands a part of its work to, in the order of the calls: what it calls has a word of the question in
 * its name, and stands in the same file or is hardly used elsewhere. Of 42 such that were not ranked 11 were asked for.
 */
export function helpersOf(symbol: SymbolRef, { index, query }: FeatureContext): SymbolRef[] {
  const { test } = index.traits;
  return sureCalls(symbol, graphOver(index)).map(({ to }) => to).filter((to) => {
    const name = index.parsed(to.file)?.definitions[to.definition]?.name ?? "";
    const isSaid = tokens(name).some((token) => query.terms.has(token));
    const isNear = to.file === symbol.file || index.referencesTo(name, MOST_USES + 1).length <= MOST_USES;
    return isSaid && isNear && test[to.file] === test[symbol.file] && !sameSymbol(to, symbol);
  }).slice(0, MOST);
}
