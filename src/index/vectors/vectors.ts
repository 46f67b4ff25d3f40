import type { CodePage } from "./first_pass.ts";

/** What names a space of vectors: only vectors of one space are compared. */
export interface VectorSpace {
  readonly provider: string;
  readonly model: string;
  readonly dimension: number;
}

/** Stored vectors, to be searched. All from one space. */
export interface Vectors {
  /** Undefined while there are none. */
  readonly space: VectorSpace | undefined;
  /** The bits of all vectors. */
  pages(): Iterable<CodePage>;
  /** The stored vector of a content's chunk; empty when there is none. */
  vector(content: number, chunk: number): Uint8Array;
}

/** Whether vectors of one space may be compared with those of the other. */
export function isSameSpace(a: VectorSpace | undefined, b: VectorSpace): boolean {
  return a?.provider === b.provider && a.model === b.model && a.dimension === b.dimension;
}
