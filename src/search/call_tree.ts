import type { CodeGraph } from "../graph/edges.ts";
import { symbolKey } from "../graph/edges.ts";
import type { SymbolRef } from "../graph/symbol_ref.ts";
import { sendsOn } from "../graph/handovers.ts";
import type { Evidence, Hop } from "./calls.ts";
import { sureCalls } from "./calls.ts";

/** Calls that are followed, and definitions whose calls are looked up. */
const MOST_HOPS = 6;
const MOST_EXPANDED = 24;
/** What a hand-over without a call is worth, and a definition that makes one: ways through a program go over these. */
const HANDOVER = 0.5;
const SENDS_ON = 0.4;
/** What it is worth that a definition stands near to what the question ends with, at most. */
const NEAR = 0.6;
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
  /** How near its name and path are to what the question ends with, 0 to 1; default 0. */
  readonly nearness?: (symbol: SymbolRef) => number;
  /** What the evidence counts, 0 to 1; default 1. */
  readonly share?: number;
  /** What a definition is worth at least that is followed; default 0.05. */
  readonly least?: number;
  /** Calls that are followed; default 6. */
  readonly most?: number;
  readonly late: () => boolean;
}

/** Calls followed from one definition, and lines of it that hand something over. */
const MOST_PER_DEFINITION = 3;
const MOST_HANDOVERS = 2;
/** What it is worth to stand behind a hand-over. */
const BEHIND_HANDOVER = 0.3;

interface Branch {
  readonly hop: Hop;
  readonly depth: number;
  readonly worth: number;
  readonly isBehindHandover: boolean;
}

/**
 * The calls that lead on from definitions, those first that the question speaks of, that hand something on or that do most
 * of the work; for a question that names where something begins but not where it ends, or whose end no call reaches.
 */
export function callTree(
  starts: readonly SymbolRef[],
  evidence: readonly Evidence[],
  graph: CodeGraph,
  { accepts, isSaid, nearness = () => 0, share = 1, least = LEAST_WORTH, most = MOST_HOPS, late }:
    TreeOptions,
): readonly Hop[] {
  const gains = new Map(evidence.map(({ symbol, gain }) => [symbolKey(symbol), gain]));
  const worthOf = ({ to, isHandover }: Hop): number => {
    const { startLine = 0, endLine = 0 } = graph.definition(to) ?? {};
    const size = Math.min(1, (endLine - startLine) / LARGE);
    return share * (gains.get(symbolKey(to)) ?? 0) + (isSaid(to) ? SAID : 0) + BY_SIZE * size +
      (isHandover ? HANDOVER : 0) + (sendsOn(graph.index, to) ? SENDS_ON : 0) + NEAR * nearness(to);
  };
  const seen = new Set(starts.map(symbolKey));
  const open: Branch[] = [];
  const taken: Hop[] = [];
  const isMore = hopLimit();
  const expand = (from: SymbolRef, depth: number, isBehindHandover: boolean): void => {
    for (const hop of sureCalls(from, graph)) {
      if (seen.has(symbolKey(hop.to)) || !accepts(hop.to)) continue;
      const worth = worthOf(hop) + (isBehindHandover ? BEHIND_HANDOVER : 0);
      if (worth < least) continue;
      open.push({
        hop,
        depth,
        worth: worth - PER_CALL * depth,
        isBehindHandover: isBehindHandover || hop.isHandover === true,
      });
    }
  };
  for (const start of starts) expand(start, 0, false);
  for (
    let expanded = starts.length;
    expanded < MOST_EXPANDED && taken.length < most && !late();
    expanded++
  ) {
    const best = open.reduce<Branch | undefined>(
      (most, one) => most && most.worth >= one.worth ? most : one,
      undefined,
    );
    if (!best) break;
    open.splice(open.indexOf(best), 1);
    const key = symbolKey(best.hop.to);
    if (seen.has(key) || isMore(best.hop)) continue;
    seen.add(key);
    taken.push(best.hop);
    expand(best.hop.to, best.depth + 1, best.isBehindHandover);
  }
  return taken;
}

/** Says of each call in turn whether it is one more from its definition than are followed. */
function hopLimit(): (hop: Hop) => boolean {
  const lines = new Map<string, Set<number>>();
  return ({ from, line, isHandover = false }) => {
    const key = `${symbolKey(from)} ${isHandover}`;
    const made = lines.get(key) ?? new Set<number>();
    lines.set(key, made);
    if (made.size >= (isHandover ? MOST_HANDOVERS : MOST_PER_DEFINITION)) return true;
    if (isHandover && made.has(line)) return true;
    made.add(line);
    return false;
  };
}
