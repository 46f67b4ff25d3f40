import type { CodeGraph } from "../graph/edges.ts";
import { LEAST_CONFIDENCE, symbolKey } from "../graph/edges.ts";
import type { SymbolRef } from "../graph/symbol_ref.ts";
import { CALLABLE } from "../syntax/class_kinds.ts";
import type { Step } from "./call_path.ts";
import { inCallOrder } from "./call_path.ts";
import type { TreeOptions } from "./call_tree.ts";
import type { Evidence, Hop } from "./calls.ts";

/** What bounds the calls of a side, and what tells which to follow. */
export interface SideOptions extends TreeOptions {
  /** What a definition is worth for the whole question; 0 for one that does not rank. */
  readonly gainOf: (symbol: SymbolRef) => number;
}

/** Definitions that an end names of which the best connected one is taken. */
const MOST_TRIED = 4;
/** Calls that are followed on a side. */
const MOST_HOPS = 2;
/** Steps of the first part at least that are left without its approach. */
const FEWEST_STEPS = 2;
/** What the others of a side count. */
const BESIDE = 0.5;
/** What a caller is worth whose name says something of the question. */
const SAID = 0.2;
const MOST_CALLER_FILES = 16;
/** What is called from more places is a helper: its callers say nothing of the way. */
const MOST_CALLERS = 6;

/**
 * Where a way ends: the best connected of what the question's last end names, below what calls it; empty where the whole
 * question names none of that.
 *
 * @param named best first, each with what it is worth at that end as its gain
 */
export function endOfWay(
  named: readonly Evidence[],
  graph: CodeGraph,
  options: SideOptions,
): readonly Step[] {
  const { isSaid, gainOf, late } = options;
  const known = new Map(named.map(({ symbol, gain }) => [symbolKey(symbol), gain]));
  const worthOf = (symbol: SymbolRef): number =>
    Math.max(known.get(symbolKey(symbol)) ?? 0, gainOf(symbol)) + (isSaid(symbol) ? SAID : 0);
  let steps: readonly Step[] = [];
  let most = 0;
  for (const { symbol, gain } of named.slice(0, MOST_TRIED)) {
    if (late()) break;
    const hops = callersUp(symbol, graph, options, worthOf);
    const worth = gain + BESIDE * hops.reduce((sum, { from }) => sum + worthOf(from), 0);
    if (worth > most) [steps, most] = [inCallOrder({ symbol: hops[0]?.from ?? symbol }, hops), worth];
  }
  return steps.some(({ symbol }) => gainOf(symbol) > 0) ? steps : [];
}

/** A way in its order: the steps and where it ends by itself, as far as they do not hold that; `most` steps in all. */
export function partsOf(
  most: number,
  steps: readonly Step[],
  into: readonly Step[],
): readonly (readonly Step[])[] {
  const known = new Set(steps.map(({ symbol }) => symbolKey(symbol)));
  const last = into.filter(({ symbol }) => !known.has(symbolKey(symbol)));
  return [steps.slice(0, most - last.length), last].filter((part) => part.length > 0);
}

/** The calls that lead down to a definition, over the caller that is worth most at each level. */
function callersUp(
  symbol: SymbolRef,
  graph: CodeGraph,
  { accepts, late }: TreeOptions,
  worthOf: (symbol: SymbolRef) => number,
): readonly Hop[] {
  const hops: Hop[] = [];
  const seen = new Set([symbolKey(symbol)]);
  for (let to = symbol; hops.length < MOST_HOPS && !late(); to = hops[0]!.from) {
    const callers = new Map<string, Hop>();
    for (const { from, line, confidence } of graph.callers(to, MOST_CALLER_FILES)) {
      const kind = graph.definition(from)?.kind;
      const key = symbolKey(from);
      if (confidence < LEAST_CONFIDENCE || kind === undefined || !CALLABLE.has(kind)) continue;
      if (!seen.has(key) && !callers.has(key) && accepts(from)) {
        callers.set(key, { from, to, line, confidence });
      }
    }
    const [best] = [...callers.values()].map((hop) => ({ hop, worth: worthOf(hop.from) }))
      .sort((a, b) => b.worth - a.worth);
    if (!best || callers.size > MOST_CALLERS && best.worth === 0) break;
    seen.add(symbolKey(best.hop.from));
    hops.unshift(best.hop);
  }
  return hops;
}

/**
 * The parts of a way without the steps before the first beginning; none where no two steps of the first part are left by
 * that: it leads around what was asked for.
 */
export function withoutApproach(
  [part = [], ...others]: readonly (readonly Step[])[],
  isBeginning: (symbol: SymbolRef) => boolean,
): readonly (readonly Step[])[] {
  const at = part.findIndex(({ symbol }) => isBeginning(symbol));
  return at >= 0 && part.length - at >= FEWEST_STEPS ? [part.slice(at), ...others] : [];
}
