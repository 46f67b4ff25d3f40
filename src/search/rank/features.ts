import type { LexicalIndex } from "../../index/lexical_index.ts";
import type { QueryViews } from "../query/fields.ts";
import type { PathTables } from "./path_tables.ts";
import type { TextScores } from "./text_scores.ts";
import type { Wanted } from "./wanted.ts";

/**
 * How a raw feature becomes comparable across questions: `peak` divides by the highest value among files that are no
 * tests, `saturate` is x / (1 + x), `raw` leaves it, `fifth` divides by 5 (logarithms and depths).
 */
export type Scaling = "peak" | "saturate" | "raw" | "fifth";

/** One feature of a file. */
export interface FeatureSpec {
  readonly id: string;
  readonly doc: string;
  readonly scaling: Scaling;
  /** True when its weight may be negative: it describes the file, not its match. */
  readonly free?: boolean;
  /** True when only files with a term of the question, in their text or path, can have it. */
  readonly byTerms?: boolean;
}

/** What features are computed from. */
export interface FeatureContext {
  readonly query: QueryViews;
  readonly index: LexicalIndex;
  readonly paths: PathTables;
  readonly text: TextScores;
  readonly wanted: Wanted;
}

/** Features that are computed together. Other folders may add groups of their own. */
export interface FeatureGroup {
  readonly id: string;
  readonly specs: readonly FeatureSpec[];
  compute(context: FeatureContext): FeatureColumns;
}

/** What a group computes. */
export interface FeatureColumns {
  /** One column per spec id, one number per file; a missing column counts as 0 everywhere. */
  readonly columns: ReadonlyMap<string, Float32Array>;
  /** The files that features which depend on more than terms may have something for; default: any. */
  readonly files?: ReadonlySet<number>;
}

/** Columns that come into being when they are first written to, and the files they have something for. */
export class GrowingColumns implements FeatureColumns {
  readonly columns = new Map<string, Float32Array>();
  readonly files = new Set<number>();

  constructor(private readonly count: number) {}

  /** Sets the number of a file. */
  set(id: string, file: number, value: number): void {
    this.#of(id)[file] = value;
    this.files.add(file);
  }

  /** Adds to the number of a file. */
  add(id: string, file: number, value: number): void {
    this.set(id, file, this.#of(id)[file]! + value);
  }

  /** Sets the number of a file, if it is lower. */
  raise(id: string, file: number, value: number): void {
    this.set(id, file, Math.max(this.#of(id)[file]!, value));
  }

  /** Changes every number of a feature. */
  map(id: string, change: (value: number) => number): void {
    const column = this.#of(id);
    for (const file of this.files) column[file] = change(column[file]!);
  }

  #of(id: string): Float32Array {
    let column = this.columns.get(id);
    if (!column) this.columns.set(id, column = new Float32Array(this.count));
    return column;
  }
}

/** Scales a column in place, as far as the files go that have something in it. */
export function scale(
  column: Float32Array,
  scaling: Scaling,
  { files, test }: { readonly files: Uint32Array; readonly test: Uint8Array },
): void {
  if (scaling === "raw") return;
  if (scaling === "peak") return scaleToPeak(column, files, test);
  for (let at = 0; at < files.length; at++) {
    const file = files[at]!;
    const value = column[file]!;
    column[file] = scaling === "fifth" ? value / 5 : value / (1 + value);
  }
}

function scaleToPeak(column: Float32Array, files: Uint32Array, test: Uint8Array): void {
  let peak = 0;
  let testPeak = 0;
  for (let at = 0; at < files.length; at++) {
    const file = files[at]!;
    const value = column[file]!;
    if (value > testPeak) testPeak = value;
    if (value > peak && test[file] === 0) peak = value;
  }
  const divisor = peak || testPeak;
  if (divisor === 0) return;
  for (let at = 0; at < files.length; at++) {
    const file = files[at]!;
    if (column[file]! !== 0) column[file] = Math.min(1.5, column[file]! / divisor);
  }
}
