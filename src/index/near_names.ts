import { editDistance } from "../model/near_words.ts";
import { fold } from "./symbol_filter.ts";

/** Fuzzy matching of names: for "did you mean" and for words of a prompt that are almost a symbol. */

/** Options of {@link nearest}. */
export interface NearOptions {
  readonly limit: number;
  /** Returns true if a candidate still exists; called only for names about to be returned. */
  readonly isLive: (name: string) => boolean;
}

/**
 * Returns the names most similar to `name`, best first: equal except for case and underscores, then at most two typing
 * errors (one up to five characters), then names that start with it, then names that contain it, shorter ones first.
 * Each table contains names, one per line, as UTF-8.
 */
export function nearest(name: string, tables: Iterable<Uint8Array>, options: NearOptions): string[] {
  const wanted = fold(name);
  if (wanted.length < 3) return [];
  const byRank = new Map<number, Set<string>>();
  for (const table of tables) {
    const text = new TextDecoder().decode(table);
    const names = text.split("\n");
    fold(text).split("\n").forEach((folded, at) => {
      const rank = rankOf(folded, wanted);
      if (rank === undefined || names[at] === name) return;
      const found = byRank.get(rank);
      if (found) found.add(names[at]!);
      else byRank.set(rank, new Set([names[at]!]));
    });
  }
  const result: string[] = [];
  for (const [, found] of [...byRank].sort(([a], [b]) => a - b)) {
    for (const candidate of [...found].sort()) {
      if (result.length >= options.limit) return result;
      if (options.isLive(candidate)) result.push(candidate);
    }
  }
  return result;
}

/** Lower is nearer; undefined for a name that is not similar. */
function rankOf(folded: string, wanted: string): number | undefined {
  const longer = folded.length - wanted.length;
  const errors = wanted.length < 4 ? 0 : wanted.length < 6 ? 1 : 2;
  // Usually the first character or the last two are correct.
  const isAlike = folded[0] === wanted[0] || folded.endsWith(wanted.slice(-2));
  if (isAlike && Math.abs(longer) <= errors) {
    const distance = editDistance(wanted, folded, errors);
    if (distance <= errors) return distance * 100;
  }
  const found = folded.indexOf(wanted);
  return found < 0 ? undefined : longer === 0 ? 0 : (found === 0 ? 1000 : 2000) + Math.min(longer, 900);
}
