import type { ReferenceSite } from "../index/lexical_index.ts";
import type { AliasedUse } from "./aliases.ts";
import { type Rule, symbolKey, type SymbolRef } from "./symbol_ref.ts";

/** An edge: one use of a definition by another. */
export interface Edge {
  /** The using definition; ordinal -1 is the file's top level. */
  readonly from: SymbolRef;
  readonly to: SymbolRef;
  /** One-based line of the use, in `from`'s file. */
  readonly line: number;
  readonly confidence: number;
  readonly rule: Rule;
  /** Present if the definition is passed on as a value, not called. */
  readonly isValue?: true;
}

/** Adds edges; of two edges between the same definitions on one line, keeps the one with higher confidence. */
export function addSurer(edges: Edge[], others: readonly Edge[]): void {
  if (others.length === 0) return;
  const keyOf = ({ from, to, line }: Edge): string => `${symbolKey(from)} ${symbolKey(to)} ${line}`;
  const places = new Map(edges.map((edge, at) => [keyOf(edge), at]));
  for (const other of others) {
    const at = places.get(keyOf(other));
    if (at === undefined) places.set(keyOf(other), edges.push(other) - 1);
    else if (edges[at]!.confidence < other.confidence) edges[at] = other;
  }
}

/** Removes duplicate uses, found under several names. */
export function distinct(sites: readonly AliasedUse[]): AliasedUse[] {
  const keyOf = ({ file, line, scope, kind, receiver, name }: AliasedUse): string =>
    `${file} ${line} ${scope} ${kind} ${receiver} ${name}`;
  return [...new Map(sites.map((site) => [keyOf(site), site])).values()];
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
