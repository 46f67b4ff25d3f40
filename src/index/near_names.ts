import { editDistance } from "../model/near_words.ts";

/** Names that look like another: for "did you mean" and for words of a prompt that are almost a symbol. */

/** How {@link nearest} chooses. */
export interface NearOptions {
  readonly limit: number;
  /** Whether a candidate still exists; asked only of those that would be returned. */
  readonly isLive: (name: string) => boolean;
}

/**
 * The names most like `name`, best first: equal but for case and underscores, then at most two typing errors (one for
 * up to five characters), then those that begin with it, then those that contain it, shorter ones first. `lines` are
 * names, one per line: whole texts are folded and searched by built-in functions, which are fast from the first call.
 */
export function nearest(name: string, lines: string, options: NearOptions): string[] {
  const wanted = fold(name);
  if (wanted.length < 3 || lines === "") return [];
  const names = lines.split("\n");
  const text = fold(lines);
  const folded = text.split("\n");
  const ranks = new Map<string, number>();
  const note = (at: number, rank: number): void => {
    const candidate = names[at]!;
    if (candidate !== name && rank < (ranks.get(candidate) ?? Infinity)) ranks.set(candidate, rank);
  };
  eachContaining(wanted, text, folded, note);
  eachMistyped(wanted, folded, note);
  const sorted = [...ranks].sort(([a, rankA], [b, rankB]) => rankA - rankB || (a < b ? -1 : 1));
  const result: string[] = [];
  for (const [candidate] of sorted) {
    if (result.length >= options.limit) break;
    if (options.isLive(candidate)) result.push(candidate);
  }
  return result;
}

function fold(name: string): string {
  return name.toLowerCase().replaceAll("_", "");
}

function eachContaining(
  wanted: string,
  text: string,
  folded: readonly string[],
  note: (at: number, rank: number) => void,
): void {
  let at = 0;
  let start = 0;
  for (let found = text.indexOf(wanted); found >= 0;) {
    while (start + folded[at]!.length < found) start += folded[at++]!.length + 1;
    const longer = Math.min(folded[at]!.length - wanted.length, 900);
    note(at, longer === 0 ? 0 : (found === start ? 1000 : 2000) + longer);
    found = text.indexOf(wanted, start + folded[at]!.length);
  }
}

/** Typing errors leave the first character or the last two alone, more often than not: a cheap sieve. */
function eachMistyped(
  wanted: string,
  folded: readonly string[],
  note: (at: number, rank: number) => void,
): void {
  const errors = wanted.length < 4 ? 0 : wanted.length < 6 ? 1 : 2;
  if (errors === 0) return;
  const [first, end, length] = [wanted[0], wanted.slice(-2), wanted.length];
  for (let at = 0; at < folded.length; at++) {
    const candidate = folded[at]!;
    if (candidate.length > length + errors || candidate.length < length - errors) continue;
    if (candidate[0] !== first && !candidate.endsWith(end)) continue;
    const distance = editDistance(wanted, candidate, errors);
    if (distance <= errors) note(at, distance * 100);
  }
}
