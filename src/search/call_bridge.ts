import type { CodeGraph } from "../graph/edges.ts";
import { LEAST_CONFIDENCE, symbolKey } from "../graph/edges.ts";
import type { SymbolRef } from "../graph/symbol_ref.ts";
import { CALLABLE } from "../syntax/class_kinds.ts";
import type { Evidence, Hop } from "./calls.ts";
import { sureCalls } from "./calls.ts";

/**
 * Which of the evidence a way may begin and end with: what an end of the question speaks of at least that plainly, or less
 * so if it is worth that much by itself.
 */
const LEAST_AT_END = 0.4;
const LEAST_IF_KNOWN = 0.3;
const KNOWN_GAIN = 0.4;
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
const PER_STEP = 0.05;
/** What the evidence on a way counts. */
const ON_WAY = 0.15;
/** Goals whose callers are looked up, definitions whose callers are, files that are looked into, and calls up from a goal. */
const MOST_TRACED = 3;
const MOST_CALLERS_TRACED = 14;
const MOST_CALLER_FILES = 16;
const LONGEST_INTO = 3;
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
  const leadingTo = waysInto([...goals.values()].slice(0, MOST_TRACED), graph, options);
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
      const into = leadingTo.get(key);
      const goal = goals.get(key) ?? into?.goal;
      const way = goals.has(key) ? hops : [...hops, ...into?.hops ?? []];
      if (goal && goal !== start && way.length >= FEWEST && isWithoutCircle(start.symbol, way)) {
        const worth = start.asFirst + goal.asLast - PER_STEP * way.length +
          way.reduce((sum, { to }) => sum + ON_WAY * (gains.get(symbolKey(to)) ?? 0), 0);
        if (worth > most) [best, most] = [{ start: start.symbol, hops: way }, worth];
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

/** How a definition leads to a goal. */
interface Into {
  readonly goal: Evidence;
  readonly hops: readonly Hop[];
}

/** What calls the goals, directly or through a few others, each with its calls down to the goal. */
function waysInto(
  goals: readonly Evidence[],
  graph: CodeGraph,
  { accepts, late }: BridgeOptions,
): ReadonlyMap<string, Into> {
  const found = new Map<string, Into>();
  let level: { symbol: SymbolRef; goal: Evidence; hops: readonly Hop[] }[] = goals.map((goal) => ({
    symbol: goal.symbol,
    goal,
    hops: [],
  }));
  for (let traced = 0; level.length > 0;) {
    const next: typeof level = [];
    for (const { symbol, goal, hops } of level) {
      if (++traced > MOST_CALLERS_TRACED || late()) return found;
      for (const { from, line, confidence } of graph.callers(symbol, MOST_CALLER_FILES)) {
        const kind = graph.definition(from)?.kind;
        const key = symbolKey(from);
        if (confidence < LEAST_CONFIDENCE || kind === undefined || !CALLABLE.has(kind)) continue;
        if (found.has(key) || goals.some((one) => symbolKey(one.symbol) === key) || !accepts(from)) continue;
        const way = [{ from, to: symbol, line, confidence }, ...hops];
        found.set(key, { goal, hops: way });
        if (way.length < LONGEST_INTO) next.push({ symbol: from, goal, hops: way });
      }
    }
    level = next;
  }
  return found;
}

function isWithoutCircle(start: SymbolRef, hops: readonly Hop[]): boolean {
  return new Set([symbolKey(start), ...hops.map(({ to }) => symbolKey(to))]).size === hops.length + 1;
}

function leading(evidence: readonly Evidence[], worth: (one: Evidence) => number, most: number): Evidence[] {
  const least = ({ gain }: Evidence): number => gain >= KNOWN_GAIN ? LEAST_IF_KNOWN : LEAST_AT_END;
  return evidence.filter((one) => worth(one) >= least(one)).sort((a, b) => worth(b) - worth(a)).slice(
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
