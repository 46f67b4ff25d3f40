import { CHUNK_BYTES } from "./limits.ts";
import { parseObject } from "../model/json.ts";
import { type EmbeddingSpace, SEMANTIC_FAILURES, type SemanticFailure } from "../model/semantic.ts";
import { wallClock } from "./clock.ts";
import { modified, readChecked, replaceChecked } from "./cache_files.ts";

/**
 * File in the cache folder about the last vector build: the model, or the reason of failure; its time is that of the
 * build.
 */
const NOTE = "vectors.json";

/** Reason why vectors were not built. */
export interface VectorTrouble {
  /** Present if the provider failed. */
  readonly failure?: SemanticFailure;
  /** Estimated cost in US dollars, if it exceeds the limit for building without confirmation. */
  readonly dollars?: number;
}

/** The last build of vectors. */
export interface VectorNote extends VectorTrouble {
  /** Milliseconds since the build was started or given up. */
  readonly age: number;
}

/** Records that the vectors of a repository are being built, or why they are not. */
export function noteVectors(cache: string, space: EmbeddingSpace, trouble: VectorTrouble = {}): void {
  const { failure, dollars } = trouble;
  const text = JSON.stringify({ ...nameOf(space), failure, dollars });
  replaceChecked(`${cache}/${NOTE}`, new TextEncoder().encode(`${text}\n`));
}

/** The record of a vector space; undefined if there is none, or one of another space. */
export function readVectorNote(cache: string, space: EmbeddingSpace): VectorNote | undefined {
  const path = `${cache}/${NOTE}`;
  const bytes = readChecked(path, CHUNK_BYTES);
  const { failure, dollars, ...name } = bytes ? parseObject(new TextDecoder().decode(bytes)) ?? {} : {};
  if (JSON.stringify(name) !== JSON.stringify(nameOf(space))) return undefined;
  const age = wallClock() - (modified(path) ?? 0);
  // The file is in the repository, so only known values are displayed.
  const known = SEMANTIC_FAILURES.find((one) => one === failure);
  return { age, ...(known && { failure: known }), ...(typeof dollars === "number" && { dollars }) };
}

function nameOf({ provider, model, dimensions }: EmbeddingSpace): EmbeddingSpace {
  return { provider, model, ...(dimensions !== undefined && { dimensions }) };
}
