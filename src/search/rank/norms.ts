import type { LexicalIndex } from "../../index/lexical_index.ts";
import { type LengthNorm, lengthNorm } from "./bm25.ts";

/** Fields of a file that are documents of their own; `full` is all of them together, without definitions. */
export const FIELDS = ["full", "code", "doc", "str", "def", "path"] as const;

/** One of {@link FIELDS}. */
export type Field = (typeof FIELDS)[number];

/** Strength of length normalisation by field, 0 to 1; see `lengthNorm`. */
export const LENGTH_SHARES: Readonly<Record<Field, number>> = {
  full: 0.75,
  code: 0.75,
  doc: 0.75,
  str: 0.75,
  def: 0.75,
  path: 0.5,
};

/** Weight of one occurrence in the path, in the file as a whole. */
export const PATH_WEIGHT = 3;

/** Length norms that depend on the index alone. */
export interface Norms {
  readonly fields: Readonly<Record<Field, LengthNorm>>;
  readonly chunks: LengthNorm;
  readonly chunksWithText: number;
}

/** The norms of an index; to be kept with it. */
export function normsOf(index: LexicalIndex): Norms {
  const { length } = index.chunks;
  let [sum, chunksWithText] = [0, 0];
  for (let chunk = 0; chunk < length.length; chunk++) {
    sum += length[chunk]!;
    if (length[chunk]! > 0) chunksWithText++;
  }
  const fields = Object.fromEntries(FIELDS.map((field) => [field, fieldNorm(field, index)]));
  return {
    fields: fields as Record<Field, LengthNorm>,
    chunks: lengthNorm(sum, chunksWithText, LENGTH_SHARES.full),
    chunksWithText,
  };
}

function fieldNorm(field: Field, index: LexicalIndex): LengthNorm {
  let [sum, filled] = [0, 0];
  for (let file = 0; file < index.files.count; file++) {
    const length = lengthIn(field, file, index);
    sum += length;
    if (length > 0) filled++;
  }
  return lengthNorm(sum, filled, LENGTH_SHARES[field]);
}

/** Length of a field of a file, in tokens. */
export function lengthIn(field: Field, file: number, index: LexicalIndex): number {
  const { lengths } = index.files;
  if (field === "path") return index.pathLength(file);
  if (field !== "full") return lengths[field][file]!;
  return lengths.code[file]! + lengths.doc[file]! + lengths.str[file]! + PATH_WEIGHT * index.pathLength(file);
}
