/** Reason for a missing semantic answer. Part of the v1.0 contract as `fallback.reason`. */
export type SemanticFailure =
  /** The provider that was asked for needs a key, and none is in the environment; also: no provider at all. */
  | "no_api_key"
  /** No connection, a name that does not resolve, a certificate that is not trusted, the server's own error. */
  | "provider_unreachable"
  /** The provider asked for fewer requests, and the wait would have been too long. */
  | "rate_limited"
  /** The answer's vectors, or those stored, are of another length than expected. */
  | "dimension_mismatch"
  | "timeout"
  /** It answered, but not with what the protocol promises: HTML, not a number, a wrong count, endless text. */
  | "bad_response";

/** No answer, and why. */
export interface SemanticGap {
  readonly ok: false;
  readonly reason: SemanticFailure;
  /** For people: what failed, the value after a colon, no final period. Never holds a key. */
  readonly detail: string;
}

/** Identity of a vector space: vectors of two spaces are never compared. */
export interface EmbeddingSpace {
  /** For instance `ollama`. */
  readonly provider: string;
  readonly model: string;
  /** The length that is asked for; absent: the model's own. */
  readonly dimensions?: number;
}
