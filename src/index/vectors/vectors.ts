import type { CodePage } from "./first_pass.ts";

/** Identity of a vector space; only vectors of the same space are comparable. */
export interface VectorSpace {
  readonly provider: string;
  readonly model: string;
  readonly dimension: number;
}

/** Stored vectors of one space, for searching. */
export interface Vectors {
  /** Undefined if there are no vectors. */
  readonly space: VectorSpace | undefined;
  /** The bit codes of all vectors. */
  pages(): Iterable<CodePage>;
  /** The stored vector of a chunk; empty if absent. */
  vector(content: number, chunk: number): Uint8Array;
}

/** True if both spaces are the same. */
export function isSameSpace(a: VectorSpace | undefined, b: VectorSpace): boolean {
  return a?.provider === b.provider && a.model === b.model && a.dimension === b.dimension;
}
