import { remember } from "../../model/remember.ts";
import type { LexicalIndex } from "../../index/lexical_index.ts";
import type { SearchQuery } from "../query/search_query.ts";
import type { PathTables } from "./path_tables.ts";
import type { TextScores } from "./text_scores.ts";

/** Number of files or chunks that are never many for a word, however small the repository. */
export const FEW = 20;

/** Rarity assumed for a part of a name that the question does not hold. */
export const UNSEEN = 8;

/**
 * Scaling that makes a raw feature comparable across questions: `peak` divides by the highest value among files that
 * are no tests, `saturate` is x / (1 + x), `raw` leaves it.
 */
export type Scaling = "peak" | "saturate" | "raw";

/** One feature of a file. */
export interface FeatureSpec {
  readonly id: string;
  readonly doc: string;
  readonly scaling: Scaling;
  /** True where it describes the file and not its match: alone it makes no result of it. */
  readonly isPrior?: boolean;
}

/** Input of the features. */
export interface FeatureContext {
  readonly query: SearchQuery;
  readonly index: LexicalIndex;
  readonly paths: PathTables;
  readonly text: TextScores;
}

/** Features that are computed together. Other folders may add groups of their own. */
export interface FeatureGroup {
  readonly id: string;
  readonly specs: readonly FeatureSpec[];
  /** One column per spec id, one number per file; a missing column counts as 0 everywhere. */
  compute(context: FeatureContext): FeatureColumns;
}

/** Columns by feature id, and the files that are candidates because of them; default: none beside those that hold a term. */
export interface FeatureColumns {
  readonly columns: ReadonlyMap<string, Float32Array>;
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

  #of(id: string): Float32Array {
    return remember(this.columns, id, () => new Float32Array(this.count));
  }
}

/** Scales a column in place, as far as the candidates go. */
export function scale(
  column: Float32Array,
  scaling: Scaling,
  { files, test }: { readonly files: Uint32Array; readonly test: Uint8Array },
): void {
  if (scaling === "peak") return scaleToPeak(column, files, test);
  if (scaling === "saturate") { for (const file of files) column[file]! /= 1 + column[file]!; }
}

function scaleToPeak(column: Float32Array, files: Uint32Array, test: Uint8Array): void {
  const divisor = peakOf(column, files, test);
  if (divisor > 0) { for (const file of files) column[file]! /= divisor; }
}

/** The highest value of the files that are no tests; of all files where only tests have one; 0 for none. */
function peakOf(column: Float32Array, files: Uint32Array, test: Uint8Array): number {
  let [peak, testPeak] = [0, 0];
  for (let at = 0; at < files.length; at++) {
    const file = files[at]!;
    const value = column[file]!;
    if (value > testPeak) testPeak = value;
    if (value > peak && test[file] === 0) peak = value;
  }
  return peak || testPeak;
}
