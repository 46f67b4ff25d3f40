/** One question: its candidates' features in row order, and which rows are gold. */
export interface Choice {
  /** Row-major, `rows * width`. */
  readonly features: Float64Array;
  readonly rows: number;
  readonly gold: readonly number[];
  /** How much each gold row counts, 1 in all; default: all the same. */
  readonly parts?: readonly number[];
}

/** What a weight may be: `free`, or not below 0. */
export type Bound = "free" | "positive";

const ROUNDS = 40;
const NEGLIGIBLE = 1e-6;

/**
 * Conditional logit (McFadden 1974): a softmax over each question's candidates, mean log-likelihood of the gold rows
 * minus `l2 * |w|^2`, maximised by Newton steps whose bounded quadratic model is solved by coordinate descent.
 * Deterministic.
 */
export function fitLogit(
  choices: readonly Choice[],
  bounds: readonly Bound[],
  options: { l2: number; start?: Float64Array },
): Float64Array {
  const width = bounds.length;
  let weights = options.start ? Float64Array.from(options.start) : new Float64Array(width);
  let state = evaluate(choices, weights, options.l2);
  for (let round = 0; round < ROUNDS; round++) {
    const step = boundedStep(state, weights, bounds);
    const promise = dot(state.gradient, step);
    if (promise < 1e-9) break;
    let scale = 1;
    for (;; scale /= 2) {
      const next = weights.map((value, i) => value + scale * step[i]!);
      const value = objective(choices, next, options.l2);
      if (value >= state.value + 1e-4 * scale * promise || scale < 1e-3) {
        weights = next;
        break;
      }
    }
    state = evaluate(choices, weights, options.l2);
  }
  return weights;
}

/** The score of every row. */
export function scores(choice: Choice, weights: Float64Array): Float64Array {
  const out = new Float64Array(choice.rows);
  const width = weights.length;
  for (let row = 0; row < choice.rows; row++) {
    let sum = 0;
    for (let i = 0, at = row * width; i < width; i++) sum += weights[i]! * choice.features[at + i]!;
    out[row] = sum;
  }
  return out;
}

/** What the i-th gold row counts. */
function partOf({ gold, parts }: Choice, i: number): number {
  return parts?.[i] ?? 1 / gold.length;
}

interface State {
  readonly value: number;
  readonly gradient: Float64Array;
  /** Negative Hessian, row-major. */
  readonly curvature: Float64Array;
}

/** The shares of rows by their scores, 1 in all. */
export function softmax(row: Float64Array): { logTotal: number; shares: Float64Array } {
  let peak = -Infinity;
  for (const value of row) if (value > peak) peak = value;
  let total = 0;
  const shares = row.map((value) => {
    const share = Math.exp(value - peak);
    total += share;
    return share;
  });
  return { logTotal: peak + Math.log(total), shares: shares.map((share) => share / total) };
}

function objective(choices: readonly Choice[], weights: Float64Array, l2: number): number {
  let value = 0;
  for (const choice of choices) {
    const row = scores(choice, weights);
    const { logTotal } = softmax(row);
    choice.gold.forEach((gold, i) => value += (row[gold]! - logTotal) * partOf(choice, i));
  }
  return value / choices.length - l2 * dot(weights, weights);
}

function evaluate(choices: readonly Choice[], weights: Float64Array, l2: number): State {
  const width = weights.length;
  const gradient = new Float64Array(width);
  const curvature = new Float64Array(width * width);
  let value = 0;
  for (const choice of choices) {
    const row = scores(choice, weights);
    const { logTotal, shares } = softmax(row);
    const mean = new Float64Array(width);
    for (let r = 0; r < choice.rows; r++) {
      const share = shares[r]!;
      if (share < NEGLIGIBLE) continue;
      const x = choice.features.subarray(r * width, (r + 1) * width);
      for (let i = 0; i < width; i++) {
        if (x[i] === 0) continue;
        const scaled = share * x[i]!;
        mean[i]! += scaled;
        for (let j = 0, at = i * width; j <= i; j++) curvature[at + j]! += scaled * x[j]!;
      }
    }
    for (let i = 0; i < width; i++) {
      gradient[i]! -= mean[i]!;
      for (let j = 0, at = i * width; j <= i; j++) curvature[at + j]! -= mean[i]! * mean[j]!;
    }
    choice.gold.forEach((gold, place) => {
      const part = partOf(choice, place);
      value += (row[gold]! - logTotal) * part;
      for (let i = 0; i < width; i++) gradient[i]! += choice.features[gold * width + i]! * part;
    });
  }
  for (let i = 0; i < width; i++) {
    gradient[i] = gradient[i]! / choices.length - 2 * l2 * weights[i]!;
    for (let j = 0; j <= i; j++) {
      const entry = curvature[i * width + j]! / choices.length + (i === j ? 2 * l2 : 0);
      curvature[i * width + j] = curvature[j * width + i] = entry;
    }
  }
  return { value: value / choices.length - l2 * dot(weights, weights), gradient, curvature };
}

/** Maximises gradient·s - s·curvature·s/2 with weights + s inside the bounds. */
function boundedStep(state: State, weights: Float64Array, bounds: readonly Bound[]): Float64Array {
  const width = weights.length;
  const step = new Float64Array(width);
  const residual = Float64Array.from(state.gradient);
  for (let sweep = 0; sweep < 500; sweep++) {
    let moved = 0;
    for (let i = 0; i < width; i++) {
      let next = step[i]! + residual[i]! / state.curvature[i * width + i]!;
      if (bounds[i] === "positive") next = Math.max(next, -weights[i]!);
      const change = next - step[i]!;
      if (change === 0) continue;
      step[i] = next;
      moved = Math.max(moved, Math.abs(change));
      for (let j = 0; j < width; j++) residual[j]! -= change * state.curvature[j * width + i]!;
    }
    if (moved < 1e-6) break;
  }
  return step;
}

function dot(a: Float64Array, b: Float64Array): number {
  return a.reduce((sum, value, i) => sum + value * b[i]!, 0);
}
