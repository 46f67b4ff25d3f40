/** First and last line, inclusive. */
export type Run = readonly [from: number, to: number];

/** A line among those to choose from. */
export interface Line {
  /** Its value for the reader; 0 for lines without code. */
  readonly value: number;
  /** The room it takes, in lines. */
  readonly cost: number;
}

/** Fixed cost of a run, in lines: its own heading, and the way there for the reader. */
const RUN_COST = 4;
/** Halvings of the price of a line until the runs fill the room. */
const STEPS = 14;
/** Lines without code that a run may grow over. */
const LARGEST_STEP = 4;

/**
 * The runs of the highest total value, at most `most` lines: a price per line is searched at which the runs of more
 * value than cost fill the room, and the rest goes to the best lines beside them.
 */
export function bestRuns(lines: readonly Line[], most: number): Run[] {
  const values = lines.map(({ value }) => value);
  const highest = Math.max(...values, 0);
  if (most < 1 || highest === 0) return [];
  let low = 0;
  let high = highest;
  const first = values.indexOf(highest);
  let best: Run[] = [[first, first]];
  for (let step = 0; step < STEPS; step++) {
    const price = (low + high) / 2;
    const runs = runsAt(lines, price);
    if (runs.length > 0 && sizeOf(runs) <= most) best = runs;
    if (sizeOf(runs) > most) low = price;
    else high = price;
  }
  return grown(best, values, most);
}

function sizeOf(runs: readonly Run[]): number {
  return runs.reduce((sum, [from, to]) => sum + to - from + 1, 0);
}

/** Runs behind one another, the last first. */
interface Chain {
  readonly run: Run;
  readonly before: Chain | undefined;
}

/** The runs of more value than cost, line by line: the best so far whose last line is left out, or shown. */
function runsAt(lines: readonly Line[], price: number): Run[] {
  let out: { readonly sum: number; readonly chain: Chain | undefined } = { sum: 0, chain: undefined };
  let shown = { sum: -Infinity, from: 0, before: out.chain };
  const closed = (last: number): typeof out =>
    shown.sum > out.sum ? { sum: shown.sum, chain: { run: [shown.from, last], before: shown.before } } : out;
  lines.forEach(({ value, cost }, at) => {
    const opened = out.sum - RUN_COST * price;
    const open = shown.sum >= opened ? shown : { sum: opened, from: at, before: out.chain };
    out = closed(at - 1);
    shown = { ...open, sum: open.sum + value - price * cost };
  });
  const runs: Run[] = [];
  for (let { chain } = closed(lines.length - 1); chain; chain = chain.before) runs.push(chain.run);
  return runs.reverse();
}

/** The runs, extended by the most valuable lines beside them, while there is room. */
function grown(runs: readonly Run[], values: readonly number[], most: number): Run[] {
  const longer = [...runs];
  let left = most - sizeOf(runs);
  for (;;) {
    let best: { readonly at: number; readonly run: Run; readonly value: number } | undefined;
    for (const [at, [from, to]] of longer.entries()) {
      const [above, below] = [nextCode(values, from, -1), nextCode(values, to, 1)];
      for (const [line, run] of [[below, [from, below]], [above, [above, to]]] as const) {
        const added = sizeOf([run]) - sizeOf([[from, to]]);
        const value = values[line] ?? 0;
        if (added > 0 && added <= left && value > (best?.value ?? 0)) best = { at, run, value };
      }
    }
    if (!best) return longer;
    left -= sizeOf([best.run]) - sizeOf([longer[best.at]!]);
    longer[best.at] = best.run;
  }
}

/** The nearest line with code in a direction, `from` itself where there is none near. */
function nextCode(values: readonly number[], from: number, direction: 1 | -1): number {
  for (let far = 1; far <= 1 + LARGEST_STEP; far++) {
    if ((values[from + far * direction] ?? 0) > 0) return from + far * direction;
  }
  return from;
}
