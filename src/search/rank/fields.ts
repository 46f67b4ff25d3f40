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
