/** A changed run of lines. Line numbers are one-based; a count of 0 denotes the position before `start`. */
export interface Hunk {
  readonly oldStart: number;
  readonly oldCount: number;
  readonly newStart: number;
  readonly newCount: number;
}

interface Span {
  readonly oldFrom: number;
  readonly oldTo: number;
  readonly newFrom: number;
  readonly newTo: number;
}

/** Maximum recursion depth. */
const DEEPEST = 64;

/**
 * Computes the changed lines between two texts by patience diff (Bram Cohen): common prefixes and suffixes are removed,
 * lines that are unique on both sides and keep their order split the rest. Line endings are ignored.
 */
export function diffLines(before: string, after: string): Hunk[] {
  const old = linesOf(before);
  const now = linesOf(after);
  const hunks: Hunk[] = [];
  divide(old, now, { oldFrom: 0, oldTo: old.length, newFrom: 0, newTo: now.length }, hunks, 0);
  return hunks;
}

function linesOf(text: string): string[] {
  const lines = text.split(/\r?\n/);
  if (lines.at(-1) === "") lines.pop();
  return lines;
}

function divide(
  old: readonly string[],
  now: readonly string[],
  whole: Span,
  hunks: Hunk[],
  depth: number,
): void {
  const span = trimmed(old, now, whole);
  const { oldFrom, oldTo, newFrom, newTo } = span;
  if (oldFrom === oldTo && newFrom === newTo) return;
  const anchors = oldFrom === oldTo || newFrom === newTo || depth > DEEPEST ? [] : anchorsOf(old, now, span);
  if (anchors.length === 0) {
    hunks.push({
      oldStart: oldFrom + 1,
      oldCount: oldTo - oldFrom,
      newStart: newFrom + 1,
      newCount: newTo - newFrom,
    });
    return;
  }
  let [oldAt, newAt] = [oldFrom, newFrom];
  for (const [oldLine, newLine] of [...anchors, [oldTo, newTo] as const]) {
    const part = { oldFrom: oldAt, oldTo: oldLine, newFrom: newAt, newTo: newLine };
    divide(old, now, part, hunks, depth + 1);
    [oldAt, newAt] = [oldLine + 1, newLine + 1];
  }
}

function trimmed(old: readonly string[], now: readonly string[], span: Span): Span {
  let { oldFrom, oldTo, newFrom, newTo } = span;
  while (oldFrom < oldTo && newFrom < newTo && old[oldFrom] === now[newFrom]) {
    [oldFrom, newFrom] = [oldFrom + 1, newFrom + 1];
  }
  while (oldFrom < oldTo && newFrom < newTo && old[oldTo - 1] === now[newTo - 1]) {
    [oldTo, newTo] = [oldTo - 1, newTo - 1];
  }
  return { oldFrom, oldTo, newFrom, newTo };
}

/** Lines unique on both sides, as the longest run that ascends on both. */
function anchorsOf(
  old: readonly string[],
  now: readonly string[],
  span: Span,
): (readonly [number, number])[] {
  const inNew = onlyOnce(now, span.newFrom, span.newTo);
  const pairs: (readonly [number, number])[] = [];
  for (const [line, at] of onlyOnce(old, span.oldFrom, span.oldTo)) {
    const other = inNew.get(line);
    if (other !== undefined && other >= 0 && at >= 0) pairs.push([at, other]);
  }
  return longestRise(pairs);
}

/** Position of each line, -1 if it occurs more than once, in order of first occurrence. */
function onlyOnce(lines: readonly string[], from: number, to: number): Map<string, number> {
  const places = new Map<string, number>();
  for (let at = from; at < to; at++) places.set(lines[at]!, places.has(lines[at]!) ? -1 : at);
  return places;
}

/** Longest increasing subsequence by the second number, by patience sorting. */
function longestRise(pairs: readonly (readonly [number, number])[]): (readonly [number, number])[] {
  const tops: number[] = [];
  const below = pairs.map(([, value], at) => {
    let [low, high] = [0, tops.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (pairs[tops[middle]!]![1] < value) low = middle + 1;
      else high = middle;
    }
    tops[low] = at;
    return tops[low - 1] ?? -1;
  });
  const run: (readonly [number, number])[] = [];
  for (let at = tops.at(-1) ?? -1; at >= 0; at = below[at]!) run.push(pairs[at]!);
  return run.reverse();
}
