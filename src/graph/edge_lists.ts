import type { ReferenceSite } from "../index/lexical_index.ts";
import type { AliasedUse } from "./aliases.ts";
import { symbolKey, type SymbolRef } from "./symbol_ref.ts";

/** An edge with its confidence. */
interface WeightedEdge {
  readonly from: SymbolRef;
  readonly to: SymbolRef;
  readonly line: number;
  readonly confidence: number;
}

/** Adds edges; of two edges between the same definitions on one line, keeps the one with higher confidence. */
export function addSurer<T extends WeightedEdge>(edges: T[], others: readonly T[]): void {
  if (others.length === 0) return;
  const keyOf = ({ from, to, line }: T): string => `${symbolKey(from)} ${symbolKey(to)} ${line}`;
  const places = new Map(edges.map((edge, at) => [keyOf(edge), at]));
  for (const other of others) {
    const at = places.get(keyOf(other));
    if (at === undefined) places.set(keyOf(other), edges.push(other) - 1);
    else if (edges[at]!.confidence < other.confidence) edges[at] = other;
  }
}

/** Removes duplicate uses, found under several names. */
export function distinct(sites: readonly AliasedUse[]): AliasedUse[] {
  const all = new Map<string, AliasedUse>();
  for (const site of sites) {
    all.set(`${site.file} ${site.line} ${site.scope} ${site.kind} ${site.receiver} ${site.name}`, site);
  }
  return [...all.values()];
}

/** Limits the sites to the nearest files. File numbers follow the paths, so near numbers are near paths. */
export function nearest<T extends ReferenceSite>(
  sites: readonly T[],
  file: number,
  mostFiles: number,
): readonly T[] {
  const files = [...new Set(sites.map((site) => site.file))];
  if (files.length <= mostFiles) return sites;
  const near = new Set(files.sort((a, b) => Math.abs(a - file) - Math.abs(b - file)).slice(0, mostFiles));
  return sites.filter((site) => near.has(site.file));
}
