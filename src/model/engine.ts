import type { EmbeddingSpace, SemanticGap } from "./embedding_space.ts";

/** Vector store outside the index: an engine that several machines and work trees share. */

/** A database of PostgreSQL with pgvector. Holds the secret: never shown, only passed to the network's worker. */
export interface EngineService {
  /** `postgres://HOST:PORT`, nothing else. */
  readonly url: string;
  readonly user: string;
  readonly database: string;
  /** Absent where the server asks for none. */
  readonly password?: string;
  /** True: the connection is encrypted and the server's certificate verified. */
  readonly isEncrypted: boolean;
}

/** The engine in use: shown by doctor and config. Holds no secret. */
export interface EngineChoice {
  /** Host, port and database. */
  readonly place: string;
  /** True when vectors would leave this machine. */
  readonly remote: boolean;
  readonly isEncrypted: boolean;
}

/** Whose vectors, and of which passages: those of two spaces are never compared. */
export interface EngineSpace extends EmbeddingSpace {
  /** Changes when the same chunk makes another passage. */
  readonly format: number;
}

/** The vectors of one content: hashes and numbers, no text and no path. */
export interface EngineContent {
  /** Hexadecimal digits of the content's key (git's hash of its bytes, how it was read) and of how it was cut. */
  readonly content: string;
  /** Places among the content's chunks, of those that have a vector; ascending. */
  readonly chunks: readonly number[];
  /** The vectors one after the other, each scaled so that its largest value is 127; not of unit length. */
  readonly values: Int8Array<ArrayBuffer>;
}

/** A chunk near a question. */
export interface EnginePoint {
  readonly content: string;
  readonly chunk: number;
  /** Cosine, from -1 to 1. */
  readonly similarity: number;
}

/** The requested contents that an engine holds. */
export interface EngineKnown {
  readonly ok: true;
  readonly known: readonly string[];
  /** Length of its vectors; absent while it has none. */
  readonly dimension?: number;
}

/** The contents are stored, or were there. */
export interface EngineAdded {
  readonly ok: true;
  readonly added: number;
}

/**
 * Number of chunks requested from an engine: more than are shown, because some belong to other versions of the tree.
 */
export const NEAR_POINTS = 400;

/** The nearest chunks in the engine, best first; some may belong to other versions of the tree. */
export interface EngineNear {
  readonly ok: true;
  readonly near: readonly EnginePoint[];
}

/** Result of a request to an engine. */
export type EngineOutcome = EngineKnown | EngineAdded | EngineNear | SemanticGap;

/** Keeps vectors of one space by content and chunk. Nothing rejects; an aborted signal gives `timeout`. */
export interface VectorEngine {
  /** Returns the contents that are stored completely. */
  known(contents: readonly string[], signal: AbortSignal): Promise<EngineKnown | SemanticGap>;
  /** Stores contents; what is there already stays. A content whose storing is interrupted is not {@link known}. */
  add(
    contents: readonly EngineContent[],
    options: { readonly dimension: number; readonly signal: AbortSignal },
  ): Promise<EngineAdded | SemanticGap>;
  /** @param query of any length but zero; `most`: 1 or more */
  nearest(
    query: Float32Array,
    options: { readonly most: number; readonly signal: AbortSignal },
  ): Promise<EngineNear | SemanticGap>;
}
