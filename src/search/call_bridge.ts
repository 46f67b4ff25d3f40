import type { CodeGraph } from "../graph/edges.ts";
import { symbolKey } from "../graph/edges.ts";
import type { SymbolRef } from "../graph/symbol_ref.ts";
import type { Evidence, Hop } from "./calls.ts";
import { sureCalls } from "./calls.ts";

/** Which of the evidence a way may begin and end with: what an end of the question speaks of at least that plainly. */
const LEAST_AT_END = 0.4;
const MOST_STARTS = 4;
const MOST_GOALS = 6;
/** Definitions whose calls are looked up, and calls of the longest way. */
const MOST_EXPANDED = 220;
const LONGEST = 9;
/** What a step costs, and one that the question knows, by its gain, or whose name says a word of it. */
const COST = 1;
const KNOWN = 0.7;
const SAID = 0.35;
/** What a way is worth less for each step: long ones are found by chance. */
const PER_STEP = 0.12;
/** A shorter way needs no bridge. */
const FEWEST = 2;

/** What bounds the search for a way. */
export interface BridgeOptions {
  readonly accepts: (symbol: SymbolRef) => boolean;
  /** Whether a definition's name says something of the question. */
  readonly isSaid: (symbol: SymbolRef) => boolean;
  readonly late: () => boolean;
}

/** A way from where the question begins to where it ends. */
export interface Bridge {
  readonly start: SymbolRef;
  readonly hops: readonly Hop[];
}

interface Reached {
  readonly symbol: SymbolRef;
  readonly hops: readonly Hop[];
  readonly cost: number;
}

/**
 * The way of calls from what the question's first end speaks of to what its last one does, over whatever lies between;
 * undefined where none is found in time.
 */
export function bridge(
  evidence: readonly Evidence[],
  graph: CodeGraph,
  options: BridgeOptions,
): Bridge | undefined {
  const starts = leading(evidence, ({ asFirst }) => asFirst, MOST_STARTS);
  const goals = new Map(
    leading(evidence, ({ asLast }) => asLast, MOST_GOALS).map((one) => [symbolKey(one.symbol), one]),
  );
  const gains = new Map(evidence.map(({ symbol, gain }) => [symbolKey(symbol), gain]));
  let best: Bridge | undefined;
  let most = 0;
  let expanded = 0;
  for (const start of starts) {
    const seen = new Set<string>();
    const open: Reached[] = [{ symbol: start.symbol, hops: [], cost: 0 }];
    const share = MOST_EXPANDED / starts.length;
    for (let taken = 0; taken < share && open.length > 0 && expanded < MOST_EXPANDED; taken++) {
      if (options.late()) return best;
      const { symbol, hops, cost } = open.splice(cheapest(open), 1)[0]!;
      const key = symbolKey(symbol);
      if (seen.has(key)) continue;
      seen.add(key);
      const goal = goals.get(key);
      if (goal && goal !== start && hops.length >= FEWEST) {
        const worth = start.asFirst + goal.asLast - PER_STEP * hops.length +
          hops.reduce((sum, { to }) => sum + (gains.get(symbolKey(to)) ?? 0) * PER_STEP, 0);
        if (worth > most) [best, most] = [{ start: start.symbol, hops }, worth];
      }
      if (hops.length === LONGEST) continue;
      expanded++;
      for (const hop of sureCalls(symbol, graph)) {
        const to = symbolKey(hop.to);
        if (seen.has(to) || !gains.has(to) && !options.accepts(hop.to)) continue;
        const cheaper = gains.has(to) ? KNOWN : options.isSaid(hop.to) ? SAID : 0;
        open.push({ symbol: hop.to, hops: [...hops, hop], cost: cost + COST - cheaper });
      }
    }
  }
  return best;
}

function leading(evidence: readonly Evidence[], worth: (one: Evidence) => number, most: number): Evidence[] {
  return evidence.filter((one) => worth(one) >= LEAST_AT_END).sort((a, b) => worth(b) - worth(a)).slice(
    0,
    most,
  );
}

function cheapest(open: readonly Reached[]): number {
  let best = 0;
  open.forEach(({ cost }, at) => {
    if (cost < open[best]!.cost) best = at;
  });
  return best;
}
