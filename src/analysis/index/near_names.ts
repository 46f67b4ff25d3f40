/** Names that look like another: for "did you mean" and for words of a prompt that are almost a symbol. */

/** How {@link nearest} chooses. */
export interface NearOptions {
  readonly limit: number;
  /** Whether a candidate still exists; asked only of those that would be returned. */
  readonly isLive: (name: string) => boolean;
}

/**
 * The names most like `name`, best first: equal but for case and underscores, then at most two typing errors (one for
 * up to five characters), then those that begin with it, then those that contain it, shorter ones first.
 */
export function nearest(name: string, names: readonly string[], options: NearOptions): string[] {
  const wanted = fold(name);
  if (wanted.length < 3) return [];
  const errors = wanted.length < 4 ? 0 : wanted.length < 6 ? 1 : 2;
  const letters = lettersOf(name);
  const found: { name: string; rank: number }[] = [];
  for (const candidate of names) {
    // Two typing errors change at most four kinds of letters; what contains a name has all of its letters.
    const differing = lettersOf(candidate) ^ letters;
    if (((differing & letters) !== 0 && bits(differing) > errors * 2) || candidate === name) continue;
    const rank = rankOf(wanted, fold(candidate), errors);
    if (rank < WORST) found.push({ name: candidate, rank });
  }
  found.sort((a, b) => a.rank - b.rank || (a.name < b.name ? -1 : 1));
  const result: string[] = [];
  for (const { name: candidate } of found) {
    if (result.length >= options.limit) break;
    if (options.isLive(candidate)) result.push(candidate);
  }
  return result;
}

/** Which letters and digits a name has, case aside: a bit each, some sharing one. */
function lettersOf(name: string): number {
  let letters = 0;
  for (let at = 0; at < name.length; at++) {
    const code = name.charCodeAt(at);
    if (code !== 95) letters |= 1 << (code & 31);
  }
  return letters;
}

function bits(value: number): number {
  let count = 0;
  for (let rest = value; rest !== 0; rest &= rest - 1) count++;
  return count;
}

const WORST = 1e6;

function fold(name: string): string {
  return name.toLowerCase().replaceAll("_", "");
}

function rankOf(wanted: string, candidate: string, errors: number): number {
  if (candidate === wanted) return 0;
  if (candidate.length > wanted.length + errors || errors === 0) return containment(wanted, candidate);
  if (Math.abs(candidate.length - wanted.length) > errors || !sharesEnd(wanted, candidate)) {
    return containment(wanted, candidate);
  }
  const distance = editDistance(wanted, candidate, errors);
  return distance <= errors ? distance * 100 : containment(wanted, candidate);
}

function containment(wanted: string, candidate: string): number {
  const at = candidate.indexOf(wanted);
  if (at < 0) return WORST;
  return (at === 0 ? 1000 : 2000) + Math.min(candidate.length - wanted.length, 900);
}

/** A cheap sieve: typing errors leave the first or the last two characters alone. */
function sharesEnd(a: string, b: string): boolean {
  return a.charCodeAt(0) === b.charCodeAt(0) || a.slice(-2) === b.slice(-2);
}

/** Insertions, deletions, replacements and swaps of neighbours (Damerau, optimal string alignment), cut off above `most`. */
function editDistance(a: string, b: string, most: number): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    let best = i;
    for (let j = 1; j <= b.length; j++) {
      const cost = a[i - 1] === b[j - 1] ? 0 : 1;
      let value = Math.min(last[j]! + 1, row[j - 1]! + 1, last[j - 1]! + cost);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
        value = Math.min(value, beforeLast[j - 2]! + 1);
      }
      row.push(value);
      best = Math.min(best, value);
    }
    if (best > most) return best;
    beforeLast = last;
    last = row;
  }
  return last[b.length]!;
}
