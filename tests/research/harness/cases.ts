import { readFileSync } from "node:fs";
import type { Choice } from "./logit.ts";

/** A case with the features of its candidates, as the feature step wrote them. */
export interface FeatureCase {
  readonly id: string;
  readonly repo: string;
  readonly set: string;
  readonly lang: string;
  /** Keys of what should be found. */
  readonly gold: readonly string[];
  /** Keys of the candidates: paths, or `path:Qualified.name`; rows may share a key. */
  readonly files: readonly string[];
  /** First row in the flat matrix. */
  readonly from: number;
}

/** All cases of one feature file. */
export interface FeatureFile {
  readonly specs: readonly { readonly id: string; readonly doc: string; readonly free?: boolean }[];
  readonly cases: readonly FeatureCase[];
  readonly flat: Float32Array;
}

/** Reads one or more feature files with equal features, their bases separated by commas, as one. */
export function readFeatures(bases: string): FeatureFile {
  const parts = bases.split(",").map(readOne);
  const flat = new Float32Array(parts.reduce((sum, part) => sum + part.flat.length, 0));
  const cases: FeatureCase[] = [];
  const { specs } = parts[0]!;
  let at = 0;
  for (const part of parts) {
    flat.set(part.flat, at);
    cases.push(...part.cases.map((item) => ({ ...item, from: item.from + at / specs.length })));
    at += part.flat.length;
  }
  return { specs, cases, flat };
}

function readOne(base: string): FeatureFile {
  const meta = JSON.parse(readFileSync(`${base}.json`, "utf8"));
  const bytes = readFileSync(`${base}.bin`);
  const flat = new Float32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength));
  let from = 0;
  const cases = meta.cases.map((item: Omit<FeatureCase, "from">) => {
    const placed = { ...item, from };
    from += item.files.length;
    return placed;
  });
  return { specs: meta.specs, cases, flat };
}

/** The named features of a case as a choice. */
export function choiceOf(file: FeatureFile, item: FeatureCase, features: readonly number[]): Choice {
  const width = features.length;
  const rows = item.files.length;
  const matrix = new Float64Array(rows * width);
  const all = file.specs.length;
  for (let row = 0; row < rows; row++) {
    for (let i = 0; i < width; i++) {
      matrix[row * width + i] = file.flat[(item.from + row) * all + features[i]!]!;
    }
  }
  const wanted = new Set(item.gold);
  const gold = item.files.flatMap((key, row) => wanted.has(key) ? [row] : []);
  return { features: matrix, rows, gold };
}

/**
 * Folds by repository: large Python repositories alone, small ones together, the others in four groups. No repository
 * is ever in two folds.
 */
export function foldsOf(cases: readonly FeatureCase[]): Map<string, string> {
  const sizes = new Map<string, number>();
  for (const item of cases) sizes.set(item.repo, (sizes.get(item.repo) ?? 0) + 1);
  const python = new Set(cases.filter((item) => item.lang === "python").map((item) => item.repo));
  const folds = new Map<string, string>();
  let turn = 0;
  for (const repo of [...sizes.keys()].sort()) {
    if (!python.has(repo)) folds.set(repo, `other ${turn++ % 4}`);
    else folds.set(repo, sizes.get(repo)! < 5 ? "python, small" : repo);
  }
  return folds;
}
