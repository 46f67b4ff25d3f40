import type { FileMeasure, FunctionMeasure } from "./measure.ts";

/** Measures of one file. */
export interface FileComplexity {
  /** Sum of its functions' cyclomatic complexity. */
  readonly cyclomatic: number;
  /** Sum of its outermost functions' cognitive complexity. */
  readonly cognitive: number;
  readonly lines: number;
  /** Absent if functions are not measured; {@link cyclomatic} is then estimated from the length. */
  readonly functions?: number;
  /** The function with the highest cognitive, then cyclomatic complexity. */
  readonly worst?: FunctionMeasure;
}

/** Lines of code per decision, for languages whose functions are not measured. */
const LINES_PER_DECISION = 12;

/** Aggregates the measures of a file. */
export function summarise(text: string, { functions, gaps }: FileMeasure): FileComplexity {
  const lines = text.split("\n").filter((line) => line.trim() !== "").length;
  if (functions.length === 0) {
    return gaps.length > 0
      ? { cyclomatic: Math.ceil(lines / LINES_PER_DECISION), cognitive: 0, lines }
      : { cyclomatic: 1, cognitive: 0, lines, functions: 0 };
  }
  let outermostEnd = 0;
  let cognitive = 0;
  for (const measure of functions) {
    if (measure.startLine <= outermostEnd && measure.endLine <= outermostEnd) continue;
    outermostEnd = measure.endLine;
    cognitive += measure.cognitive;
  }
  const worst = functions.reduce((best, one) =>
    (one.cognitive - best.cognitive || one.cyclomatic - best.cyclomatic) > 0 ? one : best
  );
  const cyclomatic = functions.reduce((sum, measure) => sum + measure.cyclomatic, 0);
  return { cyclomatic, cognitive, lines, functions: functions.length, worst };
}
