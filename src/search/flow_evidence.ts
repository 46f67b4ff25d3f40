import { symbolKey } from "../graph/edges.ts";
import type { Evidence } from "./calls.ts";
import { candidatesOf, refOf } from "./flow_candidates.ts";
import type { End } from "./flow_ends.ts";
import { AS_EVERYDAY, isEveryday, spoken } from "./flow_ends.ts";
import type { FeatureContext } from "./rank/features.ts";
import type { RankedFunction } from "./rank/rank_functions.ts";
import type { SearchResult } from "./rank/search_result.ts";

/** What a search for each end by itself found. */
export interface EndResults {
  readonly atFirst?: SearchResult;
  readonly atLast?: SearchResult;
}

/** What the question says of the first and of the last step of a flow; undefined where it says nothing of one. */
export interface SaidEnds {
  readonly context: FeatureContext;
  readonly first: End | undefined;
  readonly last: End | undefined;
}

/** Of the definitions that rank best, so many may lie on the path. */
const RANKED = 24;
/** What a rank costs: the fifth is worth half of the first. */
const PER_RANK = 0.25;
/** What a definition that an end of the question speaks of is worth more there. */
const AT_END = 0.9;
/** Of the definitions that the search for an end by itself finds, so many count. */
const RANKED_AT_END = 8;
/** What the first of those is worth for the whole question, and at that end. */
const BY_END = 0.4;
const BY_RANK = 0.8;
/** What it counts at an end that the whole question names a definition, too. */
const BY_WHOLE = 0.5;

/** What speaks for each of the best definitions, most first. */
export function evidenceIn(result: SearchResult, said: SaidEnds): readonly Evidence[] {
  return candidatesOf(result, RANKED).map((one, rank) => evidenceOf(one, worthAt(rank), said))
    .sort((a, b) => b.gain - a.gain);
}

/** The evidence with what the ends by themselves find. */
export function withEnds(
  own: readonly Evidence[],
  { atFirst, atLast }: EndResults,
  said: SaidEnds,
): Evidence[] {
  const ranked = new Set(own.map(({ symbol }) => symbolKey(symbol)));
  const known = new Map(own.map((one) => [symbolKey(one.symbol), one]));
  for (const [end, found] of [["asFirst", atFirst], ["asLast", atLast]] as const) {
    if (!found) continue;
    candidatesOf(found, RANKED_AT_END, 0).forEach((one, place) => {
      const key = symbolKey(refOf(one));
      const before = known.get(key) ?? evidenceOf(one, 0, said);
      const share = isEveryday(one, said.context) ? AS_EVERYDAY : 1;
      const gain = ranked.has(key) ? before.gain : Math.max(before.gain, share * BY_END * worthAt(place));
      known.set(key, {
        ...before,
        gain,
        [end]: Math.max(before[end], share * AT_END * BY_RANK * worthAt(place)),
      });
    });
  }
  return [...known.values()];
}

/** What an end of the question names by itself, best first, by what it is worth there. */
export function namedBy(found: SearchResult | undefined, evidence: readonly Evidence[]): readonly Evidence[] {
  if (!found) return [];
  const known = new Map(evidence.map((one) => [symbolKey(one.symbol), one]));
  return candidatesOf(found, RANKED_AT_END, 0).flatMap((one, place): Evidence[] => {
    const whole = known.get(symbolKey(refOf(one)));
    return whole ? [{ ...whole, gain: BY_RANK * worthAt(place) + BY_WHOLE * whole.gain }] : [];
  }).sort((a, b) => b.gain - a.gain);
}

function evidenceOf(one: RankedFunction, gain: number, { context, first, last }: SaidEnds): Evidence {
  const asFirst = AT_END * spoken(first, one, context);
  const asLast = AT_END * spoken(last, one, context);
  return { symbol: refOf(one), gain: isEveryday(one, context) ? AS_EVERYDAY * gain : gain, asFirst, asLast };
}

/** What a place among the ranked is worth, 0 to 1. */
function worthAt(place: number): number {
  return 1 / (1 + PER_RANK * place);
}
