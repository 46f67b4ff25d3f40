/** Words that look like another: for "did you mean". */

/**
 * Edit distance of two words: insertions, deletions, replacements and swaps of neighbours (Damerau, optimal string
 * alignment). Above `most` the exact value is not computed, only that it is larger.
 */
export function editDistance(a: string, b: string, most: number): number {
  if (Math.abs(a.length - b.length) > most) return most + 1;
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

/** A word that needs more edits is another one. */
const MOST_EDITS = 3;

/** Returns the word among `known` closest to `word`; undefined if none is within 3 edits and a third of the word. */
export function nearestWord(word: string, known: readonly string[]): string | undefined {
  let limit = Math.min(MOST_EDITS, Math.max(1, Math.floor(word.length / 3)));
  let best: string | undefined;
  for (const candidate of known) {
    const distance = editDistance(word, candidate, limit);
    if (distance > limit || (best !== undefined && distance === limit)) continue;
    [best, limit] = [candidate, distance];
  }
  return best;
}

/** `; did you mean X?`, or nothing. */
export function didYouMean(word: string, known: readonly string[]): string {
  const near = nearestWord(word, known);
  return near === undefined ? "" : `; did you mean ${near}?`;
}
