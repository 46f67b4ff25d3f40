import type { CodeGraph } from "../graph/edges.ts";
import { symbolKey } from "../graph/edges.ts";
import { graphOver } from "../graph/open_graph.ts";
import type { LexicalIndex } from "../index/lexical_index.ts";
import { CALLABLE } from "../syntax/class_kinds.ts";
import { isTestCode } from "../syntax/test_code.ts";
import { bodyOf } from "./body_of.ts";
import { sureCalls } from "./calls.ts";
import type { RankedFunction } from "./rank/rank_functions.ts";
import type { SearchResult } from "./rank/search_result.ts";

/** Definitions of the ranking that are weighed, and those of them that links count of. */
const WEIGHED = 40;
const LEADING = 8;
/** What a rank costs where a link to it counts: the fifth is worth half of the first. */
const PER_RANK = 0.25;
/** Lines of a definition at most that is no step by itself. */
const TINY = 3;
/** Folders of what shows or measures the product. */
const BESIDE_PRODUCT =
  /(?:^|\/)(?:\w+[-_.])?(?:bench(?:es|marks?|marking)?|examples?|samples?|demos?|docs?)\//i;
/**
 * The chance that a definition is a step that was asked for, as log odds: by its rank, by what of the first ones calls it and
 * what of those it calls, and by what it is. Fitted on 128 questions over 32 repositories.
 */
const ODDS = {
  rank: -1.25,
  calledBy: 1.4,
  calls: 1.7,
  callable: 1.5,
  test: -2.9,
  tiny: -3,
  beside: -1.7,
  all: -1.24,
};

/**
 * What was found for a question by which steps something happens, in the order in which definitions are likely to be a step:
 * what calls the best or is called by them comes before what stands alone; tests, types, examples and one-line functions
 * come last; files without definitions are left out but for a line that the question names.
 */
export function forFlow(result: SearchResult, late: () => boolean): SearchResult {
  const { index } = result.table.context;
  const ranked = withoutRepeats(result.functions.slice(0, WEIGHED).map((one) => bodyOf(one, index)));
  const links = linksAmong(ranked, graphOver(index), late);
  const functions = ranked.map((one, rank) => ({ ...one, score: oddsOf(one, rank, links[rank]!, index) }))
    .sort((a, b) => b.score - a.score);
  const holding = new Set(functions.map(({ file }) => file));
  const files = result.files.filter(({ file, isNamedLine }) => isNamedLine || holding.has(file));
  return functions.length === 0 ? result : { ...result, functions, files };
}

interface Links {
  readonly calledBy: number;
  readonly calls: number;
}

function oddsOf(
  { file, at, definition }: RankedFunction,
  rank: number,
  { calledBy, calls }: Links,
  index: LexicalIndex,
): number {
  const parsed = index.parsed(file);
  const isTest = index.traits.test[file] === 1 || parsed !== undefined && isTestCode(parsed, at);
  return ODDS.all + ODDS.rank * Math.log1p(rank) + ODDS.calledBy * Math.log1p(calledBy) +
    ODDS.calls * Math.log1p(calls) + (CALLABLE.has(definition.kind) ? ODDS.callable : 0) +
    (isTest ? ODDS.test : 0) + (definition.endLine - definition.startLine < TINY ? ODDS.tiny : 0) +
    (BESIDE_PRODUCT.test(index.files.paths[file]!) ? ODDS.beside : 0);
}

/** How each is joined by calls with the first ones, which count by their ranks and by how sure the calls are. */
function linksAmong(ranked: readonly RankedFunction[], graph: CodeGraph, late: () => boolean): Links[] {
  const links = ranked.map(() => ({ calledBy: 0, calls: 0 }));
  const places = new Map(ranked.map(({ file, at }, rank) => [symbolKey({ file, definition: at }), rank]));
  for (const [from, { file, at, definition }] of ranked.entries()) {
    if (late()) break;
    if (!CALLABLE.has(definition.kind)) continue;
    for (const { to, confidence } of sureCalls({ file, definition: at }, graph)) {
      const place = places.get(symbolKey(to));
      if (place === undefined || place === from) continue;
      if (from < LEADING) links[place]!.calledBy += confidence / (1 + PER_RANK * from);
      if (place < LEADING) links[from]!.calls += confidence / (1 + PER_RANK * place);
    }
  }
  return links;
}

function withoutRepeats(ranked: readonly RankedFunction[]): RankedFunction[] {
  const seen = new Set<string>();
  return ranked.filter(({ file, at }) => {
    const key = symbolKey({ file, definition: at });
    return !seen.has(key) && seen.add(key);
  });
}
