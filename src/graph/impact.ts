import type { CodeGraph } from "./edges.ts";
import { symbolKey, type SymbolRef } from "./symbol_ref.ts";

/** A definition that may break. */
export interface Dependant {
  readonly symbol: SymbolRef;
  /** Number of steps from the changed symbol, 1 or more. */
  readonly distance: number;
  /** Between the threshold and 1. */
  readonly impact: number;
  /** The definition it depends on directly. */
  readonly through: SymbolRef;
  /** One-based line of that use. */
  readonly line: number;
  /** Of that use. */
  readonly confidence: number;
  /** True if the use is of a method that `through` overrides or implements. */
  readonly isDispatch: boolean;
}

/** Limits of the impact analysis. */
export interface ImpactOptions {
  /** Maximum number of steps, 1 or more. */
  readonly depth: number;
  /** Factor per step, between 0 and 1. */
  readonly decay: number;
  /** Minimum impact of a dependant. */
  readonly threshold: number;
  readonly late: () => boolean;
}

/**
 * Transitive users of the given definitions: impact is the decay to the power of the distance, times the confidences
 * along the strongest path. Strongest first.
 */
export function dependants(
  graph: CodeGraph,
  changed: readonly SymbolRef[],
  options: ImpactOptions,
): Dependant[] {
  const best = new Map<string, Dependant>();
  const origin = new Set(changed.map(symbolKey));
  let level = changed.map((symbol) => ({ symbol, impact: 1 }));
  for (let distance = 1; distance <= options.depth; distance++) {
    const reached = new Map<string, { symbol: SymbolRef; impact: number }>();
    for (const { symbol, impact } of level) {
      if (options.late()) break;
      for (const edge of graph.callers(symbol)) {
        const key = symbolKey(edge.from);
        const next = impact * options.decay * edge.confidence;
        if (origin.has(key) || next < options.threshold || next <= (best.get(key)?.impact ?? 0)) continue;
        best.set(key, {
          symbol: edge.from,
          distance,
          impact: next,
          through: symbol,
          line: edge.line,
          confidence: edge.confidence,
          isDispatch: edge.rule === "dispatch",
        });
        if (edge.from.definition >= 0) reached.set(key, { symbol: edge.from, impact: next });
      }
    }
    level = [...reached.values()];
  }
  return [...best.values()].sort((a, b) =>
    b.impact - a.impact || a.symbol.file - b.symbol.file || a.symbol.definition - b.symbol.definition
  );
}
