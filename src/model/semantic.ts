import type { SendableText } from "./brands.ts";

/**
 * The semantic layer's interface: providers that turn texts into vectors on one side, what stores and ranks them on
 * the other.
 */

/** Some models embed questions and what they are asked about differently. */
export type EmbedKind = "query" | "document";

/** Result of one request for vectors. */
export type EmbedOutcome = Embedded | SemanticGap;

/** Vectors, in the order of the texts. */
export interface Embedded {
  readonly ok: true;
  /** One per text, each of length `dimension`, finite, not all zero; not necessarily of unit length. */
  readonly vectors: readonly Float32Array<ArrayBuffer>[];
  readonly dimension: number;
  /** As the provider counts; 0 when it does not say. */
  readonly tokens: number;
  /** Requests that were sent, without those that were repeated. */
  readonly requests: number;
}

/** Turns texts into vectors with one model of one provider. */
export interface Embedder extends EmbeddingSpace {
  /** Texts per call that serve the provider best, 1 or more. {@link embed} takes any number. */
  readonly batchSize: number;
  /**
   * Never rejects. All vectors or none. An aborted signal gives `timeout` at once and drops the connection.
   *
   * @param texts what passed the path guard and redaction; an empty list gives an empty answer
   */
  embed(
    texts: readonly SendableText[],
    options: { readonly kind: EmbedKind; readonly signal: AbortSignal },
  ): Promise<EmbedOutcome>;
}

/** Names of the providers. */
export type EmbeddingProvider = "ollama" | "openai" | "azure" | "openai-compatible";

/** The model in use, and the reason. Holds no key. */
export interface ModelChoice {
  /** Absent without a provider. */
  readonly model?: string;
  /** Address of the requests, without credentials; absent without a provider. */
  readonly url?: string;
  /** True when texts would leave this machine. */
  readonly remote: boolean;
  /** One sentence without a final period. */
  readonly why: string;
  /** Present when a provider was asked for and cannot be used. */
  readonly failure?: SemanticGap;
}

/** Configuration of the semantic layer: shown by doctor, config and --explain. */
export interface EmbeddingChoice extends ModelChoice {
  readonly provider: EmbeddingProvider | "none";
  /** The length that is asked for; absent: the model's own. */
  readonly dimensions?: number;
  /** The others, in order of preference, each with the reason against it. */
  readonly others: readonly { readonly provider: EmbeddingProvider; readonly why: string }[];
  /** Engine that stores the vectors; absent: beside the index. */
  readonly engine?: EngineChoice;
}

/** Whose vectors a question is compared with, and where they are. */
export interface QuestionSpace extends EmbeddingSpace {
  /** True: in an engine, which is asked for what is near. */
  readonly isElsewhere: boolean;
  /** False: the question is not embedded, because there were no vectors to compare it with. */
  readonly isAsked: boolean;
}

/** The question as a vector, or what an engine found near it. */
export type QueryOutcome = EmbedOutcome | EngineNear;

/** Result for the question, on its way to the sandboxed side, with the space it belongs to. */
export interface QueryEmbedding extends EmbeddingSpace {
  readonly outcome: QueryOutcome;
}

/** Use of vectors for one tool's answer. */
export interface SemanticUse {
  /** True when vectors had a say in the order. */
  readonly used: boolean;
  /** The failure, if any. */
  readonly gap?: SemanticGap;
  /** Progress of this repository's vectors, while they are being made. */
  readonly building?: { readonly done: number; readonly total: number };
}

/** Reasons for a missing semantic answer. */
export const SEMANTIC_FAILURES = [
  /** The provider that was asked for needs a key, and none is in the environment; also: no provider at all. */
  "no_api_key",
  /** No connection, a name that does not resolve, a certificate that is not trusted, the server's own error. */
  "provider_unreachable",
  /** The provider asked for fewer requests, and the wait would have been too long. */
  "rate_limited",
  /** The answer's vectors, or those stored, are of another length than expected. */
  "dimension_mismatch",
  "timeout",
  /** It answered, but not with what the protocol promises: HTML, not a number, a wrong count, endless text. */
  "bad_response",
] as const;

/** Reason for a missing semantic answer. Part of the v1.0 contract as `fallback.reason`. */
export type SemanticFailure = typeof SEMANTIC_FAILURES[number];

/** No answer, and why. */
export interface SemanticGap {
  readonly ok: false;
  readonly reason: SemanticFailure;
  /** For people: what failed, the value after a colon, no final period. Never holds a key. */
  readonly detail: string;
}

/** A gap with its reason and detail. */
export function semanticGap(reason: SemanticFailure, detail: string): SemanticGap {
  return { ok: false, reason, detail };
}

/** Identity of a vector space: vectors of two spaces are never compared. */
export interface EmbeddingSpace {
  /** For instance `ollama`. */
  readonly provider: string;
  readonly model: string;
  /** The length that is asked for; absent: the model's own. */
  readonly dimensions?: number;
}

/** The providers of reranking. */
export type RerankProvider = "anthropic" | "openai-compatible" | "ollama";

/** Time for a tool or a model that a person or an agent asked for by name. Milliseconds. */
export const PATIENCE_MS = 60_000;

/** Candidates in order, or why not. */
export type RankOutcome = Ranked | SemanticGap;

/** Tokens as the provider counts; 0 when it does not say. */
export interface TokenCounts {
  readonly input: number;
  readonly output: number;
}

/** An order that was checked: every id was asked about, none occurs twice. */
export interface Ranked extends TokenCounts {
  readonly ok: true;
  /** Best first; what the model left out is missing. */
  readonly order: readonly string[];
}

/** Puts candidates in order with one model of one provider. */
export interface Reranker extends Pick<EmbeddingSpace, "provider" | "model"> {
  /**
   * Never rejects. An aborted signal gives `timeout` at once and drops the connection.
   *
   * @param prompt the question and the candidates, as data, redacted
   * @param ids what the order may be made of
   */
  rank(
    prompt: SendableText,
    options: { readonly ids: readonly string[]; readonly signal: AbortSignal },
  ): Promise<RankOutcome>;
}

/** The reranker in use. */
export interface RerankChoice extends ModelChoice {
  readonly provider: RerankProvider | "none";
}

/** Calls of a model, for the timeline: what they took and what they cost. Holds no text. */
export interface ModelUse extends Pick<EmbeddingSpace, "provider" | "model">, TokenCounts {
  /** `embed`: a question; `index`: what a repository consists of; `rerank`: an order. */
  readonly purpose: "embed" | "index" | "rerank";
  /** Default: 1. */
  readonly calls?: number;
  /** Of all calls together. */
  readonly milliseconds: number;
  /** US dollars by the list price; absent when that is not known. */
  readonly dollars?: number;
  /** Present when nothing came of it. */
  readonly failure?: SemanticFailure;
}

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
