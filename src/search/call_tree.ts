import type { CodeGraph } from "../graph/edges.ts";
import { symbolKey } from "../graph/edges.ts";
import type { SymbolRef } from "../graph/symbol_ref.ts";
import type { Evidence, Hop } from "./calls.ts";
import { sureCalls } from "./calls.ts";

/** Calls that are followed, and definitions whose calls are looked up. */
const MOST_HOPS = 6;
const MOST_EXPANDED = 24;
/** What the question says of a definition by its name, and what its size says, at most. */
const SAID = 0.4;
const BY_SIZE = 0.4;
/** Lines of a definition that does most of the work. */
const LARGE = 60;
/** What each call on the way costs: what is near is meant rather than what is far. */
const PER_CALL = 0.05;
/** A definition that is worth less does nothing of note. */
const LEAST_WORTH = 0.05;

/** What tells which calls to follow. */
export interface TreeOptions {
  readonly accepts: (symbol: SymbolRef) => boolean;
  /** Whether a definition's name says something of the question. */
  readonly isSaid: (symbol: SymbolRef) => boolean;
  readonly late: () => boolean;
}

interface Branch {
  readonly hop: Hop;
  readonly depth: number;
  readonly worth: number;
}

/**
 * The calls that lead on from a definition, those first that the question speaks of or that do most of the work; for a
 * question that names where something begins but not where it ends.
 */
export function callTree(
  start: SymbolRef,
  evidence: readonly Evidence[],
  graph: CodeGraph,
  { accepts, isSaid, late }: TreeOptions,
): readonly Hop[] {
  const gains = new Map(evidence.map(({ symbol, gain }) => [symbolKey(symbol), gain]));
  const worthOf = ({ to }: Hop): number => {
    const { startLine = 0, endLine = 0 } = graph.definition(to) ?? {};
    const size = Math.min(1, (endLine - startLine) / LARGE);
    return (gains.get(symbolKey(to)) ?? 0) + (isSaid(to) ? SAID : 0) + BY_SIZE * size;
  };
  const seen = new Set([symbolKey(start)]);
  const open: Branch[] = [];
  const taken: Hop[] = [];
  const expand = (from: SymbolRef, depth: number): void => {
    for (const hop of sureCalls(from, graph)) {
      if (seen.has(symbolKey(hop.to)) || !accepts(hop.to)) continue;
      const worth = worthOf(hop);
      if (worth >= LEAST_WORTH) open.push({ hop, depth, worth: worth - PER_CALL * depth });
    }
  };
  expand(start, 0);
  for (let expanded = 1; expanded < MOST_EXPANDED && taken.length < MOST_HOPS && !late(); expanded++) {
    const best = open.reduce<Branch | undefined>(
      (most, one) => most && most.worth >= one.worth ? most : one,
      undefined,
    );
    if (!best) break;
    open.splice(open.indexOf(best), 1);
    const key = symbolKey(best.hop.to);
    if (seen.has(key)) continue;
    seen.add(key);
    taken.push(best.hop);
    expand(best.hop.to, best.depth + 1);
  }
  return taken;
}
