import type { CodeGraph } from "../graph/edges.ts";
import { symbolKey } from "../graph/edges.ts";
import type { SymbolRef } from "../graph/symbol_ref.ts";
import { sameSymbol } from "../graph/symbol_ref.ts";
import type { RepositoryFiles } from "../model/ports.ts";
import { tokens } from "../text/tokens.ts";
import { bridge } from "./call_bridge.ts";
import type { Step } from "./call_path.ts";
import { callPath, stepsFrom, withCalls } from "./call_path.ts";
import type { TreeOptions } from "./call_tree.ts";
import { callTree } from "./call_tree.ts";
import type { Evidence } from "./calls.ts";
import { sureCalls } from "./calls.ts";
import { isBetween } from "./flow_candidates.ts";
import { nearnessTo, writtenIn } from "./flow_ends.ts";
import type { EndResults, SaidEnds } from "./flow_evidence.ts";
import { evidenceIn, namedBy, withEnds } from "./flow_evidence.ts";
import { byNamedBranch } from "./flow_shortcut.ts";
import { endOfWay, partsOf, withoutApproach } from "./flow_sides.ts";
import type { FeatureContext } from "./rank/features.ts";
import type { SearchResult } from "./rank/search_result.ts";

/** The way that a question asks for. */
export interface FlowWay {
  /** Its steps in their order, in parts that no calls join; none where the best definitions do not call each other. */
  readonly parts: readonly (readonly Step[])[];
  /** What the whole question says of these definitions and of others. */
  readonly evidence: readonly Evidence[];
  /** Whether the question says an end that no step has. */
  readonly isUnfinished: boolean;
}

/** Where a way is looked for. */
export interface WayOptions {
  readonly graph: CodeGraph;
  readonly files: RepositoryFiles;
  /** True once the time is up. */
  readonly late: () => boolean;
}

/** What is called lies on no way to the end for sure: its evidence counts less. */
const BRANCHING = 0.8;
/** Definitions named as the first that are looked at. */
const MOST_STARTS = 3;
/** Of the evidence so many may be what calls the best. */
const MOST_CALLING = 8;
/** A path begins with one of so many of the best; what only leads there is told as the caller. */
const BEGINNING = 3;
/** Steps of a path that was led on. */
const MOST_STEPS = 10;
/** The same where calls alone lead on, and what may be led on by them. */
const MOST_BY_CALLS = 8;
const SHORT_PATH = 4;
/** A definition that the question names as code is where it begins, even if another path holds more evidence. */
const NAMED_START = 1;
/** A definition that the question's end speaks of that plainly is what it ends with. */
const REACHED = 0.4;
/** Where no path reaches the end: what the evidence counts, and how near to the end a step stands whose name says something. */
const BESIDE_PATH = 0.5;
const LEAST_NEAR = 0.15;
/** What one that only hands on is worth, which a way to an end may lead over. */
const ON_THE_WAY = 0.02;
/** What the names of functions begin with that only give or make something. */
const ACCESSOR = /^_*(?:[Gg]et|[Ss]et|[Ii]s|[Hh]as|[Tt]o|[Aa]s|[Nn]ew|[Mm]ake)(?:[A-Z_]|$)/;

/** The steps by which something gets from one end that the question says to the other. */
export function wayOf(
  { result, ...found }: EndResults & { readonly result: SearchResult },
  said: SaidEnds,
  { graph, files, late }: WayOptions,
): FlowWay {
  const { context, first, last } = said;
  const own = evidenceIn(result, said);
  const evidence = withEnds(own, found, said);
  const options = {
    accepts: (symbol: SymbolRef) => isBetween(symbol, context),
    isSaid: (symbol: SymbolRef) => saysOf(symbol, context),
    late,
  };
  const path = callPath(own, graph, { ...options, bridge: bridge(evidence, graph, options) });
  const fromStart = throughStart(path, evidence, graph, {
    ...options,
    isStart: writtenIn(first, context),
    ...(last && { least: ON_THE_WAY }),
  });
  const started = byNamedBranch(fromStart, first?.written ?? new Set<string>(), graph, files);
  const nearness = nearnessTo(last, context);
  const steps = !last || reachesEnd(started, evidence) ? started : goingOn(started, evidence, graph, {
    ...options,
    nearness,
    isSaid: (symbol) => nearness(symbol) > LEAST_NEAR,
    share: BESIDE_PATH,
    least: ON_THE_WAY,
  });
  const isUnfinished = last !== undefined && steps.length > 0 && !reachesEnd(steps, evidence);
  const gains = new Map(own.map(({ symbol, gain }) => [symbolKey(symbol), gain]));
  const sided = { ...options, nearness, gainOf: (symbol: SymbolRef) => gains.get(symbolKey(symbol)) ?? 0 };
  const into = isUnfinished ? endOfWay(namedBy(found.atLast, evidence), graph, sided) : [];
  const isBeginning = (symbol: SymbolRef): boolean =>
    own.slice(0, BEGINNING).some((one) => sameSymbol(one.symbol, symbol));
  const parts = withoutApproach(partsOf(MOST_STEPS, steps, into), isBeginning);
  return { parts, evidence: own, isUnfinished };
}

/** Whether a step behind the first is what the question ends with. */
function reachesEnd(steps: readonly Step[], evidence: readonly Evidence[]): boolean {
  return steps.slice(1).some(({ symbol }) =>
    evidence.some((one) => one.asLast >= REACHED && sameSymbol(one.symbol, symbol))
  );
}

/**
 * A path that does not reach what the question ends with, without small steps aside and with what leads on from it; where
 * there is no path, what leads on from where the best evidence is called.
 */
function goingOn(
  path: readonly Step[],
  evidence: readonly Evidence[],
  graph: CodeGraph,
  options: TreeOptions,
): readonly Step[] {
  const isAccessor = (symbol: SymbolRef): boolean => ACCESSOR.test(graph.definition(symbol)?.name ?? "");
  const accepts = (symbol: SymbolRef): boolean => !isAccessor(symbol) && options.accepts(symbol);
  if (path.length === 0) {
    const start = evidence[0] && callerOf(evidence[0], evidence, graph);
    if (!start) return [];
    const hops = callTree([start.symbol], evidence, graph, { ...options, accepts, most: MOST_STEPS - 1 });
    return hops.some(({ isHandover }) => isHandover) ? stepsFrom(start.symbol, hops) : [];
  }
  const isAside = ({ symbol }: Step): boolean =>
    isAccessor(symbol) && !path.some(({ caller }) => caller && sameSymbol(caller.from, symbol));
  const kept = path.filter((step, at) => at === 0 || !isAside(step));
  const most = Math.max(0, MOST_STEPS - kept.length);
  const hops = callTree(kept.map(({ symbol }) => symbol), evidence, graph, { ...options, accepts, most });
  if (hops.some(({ isHandover }) => isHandover)) return withCalls(kept, hops);
  return kept.length > SHORT_PATH ? kept : withCalls(kept, hops.slice(0, MOST_BY_CALLS - kept.length));
}

/** What of the evidence calls another, or that itself. */
function callerOf(one: Evidence, evidence: readonly Evidence[], graph: CodeGraph): Evidence {
  return evidence.slice(0, MOST_CALLING).find((other) =>
    sureCalls(other.symbol, graph).some(({ to }) => sameSymbol(to, one.symbol))
  ) ?? one;
}

/** The path if it holds a definition that the question names as the first or is worth more than what is called from there on. */
function throughStart(
  path: readonly Step[],
  evidence: readonly Evidence[],
  graph: CodeGraph,
  options: TreeOptions & { readonly isStart: (symbol: SymbolRef) => boolean },
): readonly Step[] {
  const named = evidence.filter(({ symbol }) => options.isStart(symbol)).slice(0, MOST_STARTS);
  if (named.length === 0 || path.some(({ symbol }) => named.some((one) => sameSymbol(one.symbol, symbol)))) {
    return path;
  }
  const known = new Map(evidence.map((one) => [symbolKey(one.symbol), one]));
  const worthOf = (steps: readonly Step[], share: number): number => {
    const held = steps.flatMap(({ symbol }) => known.get(symbolKey(symbol)) ?? []);
    const { asFirst = 0 } = (steps[0] && known.get(symbolKey(steps[0].symbol))) ?? {};
    const gain = held.reduce((sum, one) => sum + one.gain, 0);
    return asFirst + share * gain + Math.max(0, ...held.map(({ asLast }) => asLast));
  };
  let best = path;
  let most = worthOf(path, 1);
  for (const { symbol } of named) {
    const steps = stepsFrom(symbol, callTree([symbol], evidence, graph, options));
    const worth = NAMED_START + worthOf(steps, BRANCHING);
    if (steps.length > 0 && worth > most) [best, most] = [steps, worth];
  }
  return best;
}

/** Whether the name of a definition, or of its class, has a word of the question. */
function saysOf({ file, definition }: SymbolRef, { index, query }: FeatureContext): boolean {
  const name = index.parsed(file)?.definitions[definition]?.qualifiedName ?? "";
  return tokens(name).some((token) => query.terms.has(token));
}
