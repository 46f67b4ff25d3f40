import { remember } from "../../model/memo.ts";
import { type LexicalIndex, ROLES } from "../../index/lexical_index.ts";
import type { SearchQuery } from "../query/search_query.ts";
import type { TextScores } from "./text_scores.ts";
import { baseName } from "../../model/paths.ts";
import { stemOf } from "../../index/path_names.ts";
import type { PathTraits } from "../../index/path_traits.ts";

/**
 * The files a mention means: those whose path ends with the mention's longest possible ending. More than three equal
 * candidates (two, when only the bare name matches) mean nothing.
 */
export function findPath(mention: string, index: LexicalIndex): readonly number[] {
  const parts = mention.replace(/\\/g, "/").replace(/^[./]+/, "").split("/").filter((part) => part !== "");
  const name = parts.at(-1);
  const named = name === undefined ? [] : pathTables(index).named(name);
  if (named.length === 0) return [];
  for (let from = 0; from < parts.length; from++) {
    const ending = parts.slice(from).join("/");
    const matches = named.filter((file) => endsWithPath(index.files.paths[file]!, ending));
    if (matches.length === 0) continue;
    const bare = from === parts.length - 1;
    if (matches.length <= (bare ? 2 : 3)) return matches;
  }
  return [];
}

/** Checks if `path` is `ending` or ends with it at a folder border. */
export function endsWithPath(path: string, ending: string): boolean {
  return path.endsWith(ending) &&
    (path.length === ending.length || path[path.length - ending.length - 1] === "/");
}

/** Tables derived from the paths alone, once per index. */
export interface PathTables extends PathTraits {
  /** 1 for documents and data. */
  readonly text: Uint8Array;
  /** See {@link stemOf}. */
  stem(file: number): string;
  /** Files by the last component of their path. */
  named(name: string): readonly number[];
}

/** The tables of an index. */
export function pathTables(index: LexicalIndex): PathTables {
  return index.lasting.get(make);
}

function make(index: LexicalIndex): PathTables {
  const { paths, roles } = index.files;
  const isText = ROLES.map((role) => role === "doc" || role === "data" ? 1 : 0);
  let byName: Map<string, number[]> | undefined;
  return {
    ...index.traits,
    text: roles.map((role) => isText[role]!),
    stem: (file) => stemOf(paths[file]!),
    named: (name) => (byName ??= filesByName(paths)).get(name) ?? [],
  };
}

function filesByName(paths: readonly string[]): Map<string, number[]> {
  const byName = new Map<string, number[]>();
  paths.forEach((path, file) => {
    remember(byName, baseName(path), () => []).push(file);
  });
  return byName;
}

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
  const divisor = scaling === "peak" ? peakOf(column, files, test) : 0;
  if (divisor > 0) { for (const file of files) column[file]! /= divisor; }
  if (scaling === "saturate") { for (const file of files) column[file]! /= 1 + column[file]!; }
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
