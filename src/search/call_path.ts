import type { CodeGraph } from "../graph/edges.ts";
import { LEAST_CONFIDENCE, symbolKey } from "../graph/edges.ts";
import type { SymbolRef } from "../graph/symbol_ref.ts";
import { sameSymbol } from "../graph/symbol_ref.ts";
import type { Call, Evidence, Hop } from "./calls.ts";
import { sureCalls } from "./calls.ts";
import type { Bridge } from "./call_bridge.ts";
import { CALLABLE } from "../syntax/class_kinds.ts";

/** One step of a path, in the order of the calls. */
export interface Step {
  readonly symbol: SymbolRef;
  /** What calls it: an earlier step, of the first one what alone calls it. */
  readonly caller?: Call;
}

/** Definitions that may stand between two that the question is about. */
const MOST_BETWEEN = 2;
/** What a step costs, with evidence and without: a long way round is seldom the one that was meant. */
const COST = 0.3;
const COST_BETWEEN = 0.45;
/** A path that is worth less leads nowhere that was asked for. */
const LEAST_WORTH = 1.2;
/** Definitions whose calls are looked up. */
const MOST_EXPANDED = 240;
/** Paths looked at. */
const MOST_TRIED = 20_000;
const FEWEST_STEPS = 3;
const LONGEST_PATH = 8;
const MOST_STEPS = 8;
/** One of so many of the best evidence lies on the path. */
const LEADING = 3;
/** A first step that the question names that plainly is where it begins; of others it is told what calls them. */
const SAID_FIRST = 0.6;
/** What an end of the question speaks of that plainly is that end. */
const AT_END = 0.3;
const MOST_CALLER_FILES = 24;
/** Only so many of the best are worth a branch beside the path. */
const BRANCHING = 8;

/** How one definition reaches another: the calls in order, the last one of the other. */
type Way = readonly Hop[];

/** What bounds the search for a path. */
export interface PathOptions {
  /** Whether a definition without evidence may stand between two with it. */
  readonly accepts: (symbol: SymbolRef) => boolean;
  /** True once no more calls should be looked up. */
  readonly late: () => boolean;
  /** A way from the question's first end to its last one; it counts more than a shorter path of the evidence. */
  readonly bridge?: Bridge | undefined;
}

/**
 * The path of calls that holds most evidence, with those of the best that a step of it calls directly, in the order of the
 * calls; empty where no path of three steps holds one of the best.
 *
 * @param evidence best first
 */
export function callPath(
  evidence: readonly Evidence[],
  graph: CodeGraph,
  options: PathOptions,
): readonly Step[] {
  const ways = waysBetween(evidence, graph, options);
  const path = pathOver(evidence, ways);
  const isLonger = options.bridge !== undefined && options.bridge.hops.length > path.hops.length;
  const { start, hops } = isLonger && !joinsEnds(path, evidence) ? options.bridge! : path;
  if (start === undefined || hops.length + 1 < FEWEST_STEPS) return [];
  const calls = new Map(hops.map((hop) => [symbolKey(hop.to), hop]));
  addBranches(evidence, ways, [start, ...hops.map(({ to }) => to)], calls);
  const said = evidence.find(({ symbol }) => sameSymbol(symbol, start))?.asFirst ?? 0;
  const caller = said < SAID_FIRST && !options.late() ? onlyCaller(start, graph, options.accepts) : undefined;
  return inCallOrder({ symbol: start, ...(caller && { caller }) }, [...calls.values()]);
}

/** Whether a path of enough steps goes from what the question begins with to what it ends with. */
function joinsEnds(
  { start, hops }: { readonly start?: SymbolRef; readonly hops: Way },
  evidence: readonly Evidence[],
): boolean {
  const known = new Map(evidence.map((one) => [symbolKey(one.symbol), one]));
  const first = start && known.get(symbolKey(start))?.asFirst || 0;
  return hops.length + 1 >= FEWEST_STEPS && first >= AT_END &&
    hops.some(({ to }) => (known.get(symbolKey(to))?.asLast ?? 0) >= AT_END);
}

/** The path of the evidence that is worth most, call by call. */
function pathOver(
  evidence: readonly Evidence[],
  ways: readonly ReadonlyMap<number, Way>[],
): { readonly start?: SymbolRef; readonly hops: Way } {
  const best = bestPath(evidence, ways);
  if (best.length === 0) return { hops: [] };
  const calls = new Map<string, Hop>();
  best.slice(1).forEach((to, i) => {
    for (const call of ways[best[i]!]!.get(to)!) calls.set(symbolKey(call.to), call);
  });
  return { start: evidence[best[0]!]!.symbol, hops: [...calls.values()] };
}

/** What alone calls a definition. */
function onlyCaller(symbol: SymbolRef, graph: CodeGraph, accepts: PathOptions["accepts"]): Call | undefined {
  const callers = new Map<string, Call>();
  for (const { from, line, confidence } of graph.callers(symbol, MOST_CALLER_FILES)) {
    const kind = graph.definition(from)?.kind;
    if (confidence < LEAST_CONFIDENCE || kind === undefined || !CALLABLE.has(kind) || !accepts(from)) {
      continue;
    }
    if (!callers.has(symbolKey(from))) callers.set(symbolKey(from), { from, line, confidence });
  }
  return callers.size === 1 ? [...callers.values()][0] : undefined;
}

/** For each, which of the others it reaches and how, by the fewest calls. */
function waysBetween(
  evidence: readonly Evidence[],
  graph: CodeGraph,
  { accepts, late }: PathOptions,
): ReadonlyMap<number, Way>[] {
  const places = new Map(evidence.map(({ symbol }, i) => [symbolKey(symbol), i]));
  const known = new Map<string, Way>();
  const callsOf = (from: SymbolRef): Way => {
    const key = symbolKey(from);
    const found = known.get(key) ?? (known.size < MOST_EXPANDED && !late() ? sureCalls(from, graph) : []);
    known.set(key, found);
    return found;
  };
  return evidence.map(({ symbol }, own) => {
    const found = new Map<number, Way>();
    const seen = new Set([symbolKey(symbol)]);
    let level: Way[] = [[]];
    for (let between = 0; between <= MOST_BETWEEN; between++) {
      const next: Way[] = [];
      for (const way of level) {
        for (const call of callsOf(way.at(-1)?.to ?? symbol)) {
          const key = symbolKey(call.to);
          if (seen.has(key)) continue;
          seen.add(key);
          const place = places.get(key);
          if (place !== undefined && place !== own) found.set(place, [...way, call]);
          else if (accepts(call.to)) next.push([...way, call]);
        }
      }
      level = next;
    }
    return found;
  });
}

/** Places of the evidence on the path that is worth most; empty where none holds one of the leading. */
function bestPath(evidence: readonly Evidence[], ways: readonly ReadonlyMap<number, Way>[]): number[] {
  let best: number[] = [];
  let most = LEAST_WORTH;
  let tried = 0;
  const path: number[] = [];
  const goOn = (at: number, worth: number): void => {
    path.push(at);
    const total = worth + evidence[path[0]!]!.asFirst + evidence[at]!.asLast;
    if (path.length > 1 && total > most && path.some((place) => place < LEADING)) {
      [best, most] = [[...path], total];
    }
    if (path.length < LONGEST_PATH) {
      for (const [to, way] of ways[at]!) {
        if (path.includes(to) || ++tried > MOST_TRIED) continue;
        goOn(to, worth + evidence[to]!.gain - COST - COST_BETWEEN * (way.length - 1));
      }
    }
    path.pop();
  };
  evidence.forEach(({ gain }, at) => goOn(at, gain));
  return best;
}

/** Adds what the steps call directly among the best. */
function addBranches(
  evidence: readonly Evidence[],
  ways: readonly ReadonlyMap<number, Way>[],
  steps: readonly SymbolRef[],
  calls: Map<string, Hop>,
): void {
  const on = new Set(steps.map(symbolKey));
  for (const [place, { symbol }] of evidence.slice(0, BRANCHING).entries()) {
    if (on.has(symbolKey(symbol)) || on.size >= MOST_STEPS) continue;
    for (const [from, found] of ways.entries()) {
      const way = on.has(symbolKey(evidence[from]!.symbol)) ? found.get(place) : undefined;
      if (way?.length !== 1 || calls.has(symbolKey(symbol))) continue;
      calls.set(symbolKey(symbol), way[0]!);
      on.add(symbolKey(symbol));
    }
  }
}

/** The steps of calls that begin with one definition; empty where they are too few for a path. */
export function stepsFrom(start: SymbolRef, hops: readonly Hop[]): readonly Step[] {
  return hops.length + 1 < FEWEST_STEPS ? [] : inCallOrder({ symbol: start }, hops);
}

/** The steps with more calls, in the order of all calls; steps that nothing on the path leads to stay at its end. */
export function withCalls(steps: readonly Step[], hops: readonly Hop[]): readonly Step[] {
  const [first] = steps;
  if (!first || hops.length === 0) return steps;
  const known = steps.slice(1).flatMap(({ symbol, caller }): Hop[] =>
    caller ? [{ ...caller, to: symbol }] : []
  );
  return inCallOrder(first, [...known, ...hops]);
}

/** The first step and what calls lead to from it: depth first, what is called earlier in a definition before what is called later. */
export function inCallOrder(first: Step, calls: readonly Hop[]): Step[] {
  const steps = [first];
  const follow = (from: SymbolRef): void => {
    const made = calls.filter((call) => symbolKey(call.from) === symbolKey(from));
    for (const { to, ...caller } of made.sort((a, b) => a.line - b.line)) {
      if (steps.some(({ symbol }) => symbolKey(symbol) === symbolKey(to))) continue;
      steps.push({ symbol: to, caller });
      follow(to);
    }
  };
  follow(first.symbol);
  return steps;
}
