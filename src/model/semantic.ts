import type { EmbeddingSpace, SemanticGap } from "./embedding_space.ts";
import type { SendableText } from "./brands.ts";
import type { EngineChoice, EngineNear } from "./engine.ts";

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
export const EMBEDDING_PROVIDERS = ["ollama", "openai", "azure", "openai-compatible"] as const;

/** A name in {@link EMBEDDING_PROVIDERS}. */
export type EmbeddingProvider = (typeof EMBEDDING_PROVIDERS)[number];

/** Configuration of the semantic layer, with the reason: shown by doctor, config and --explain. Holds no key. */
export interface EmbeddingChoice {
  readonly provider: EmbeddingProvider | "none";
  /** Absent without a provider. */
  readonly model?: string;
  /** Address of the requests, without credentials; absent without a provider. */
  readonly url?: string;
  /** The length that is asked for; absent: the model's own. */
  readonly dimensions?: number;
  /** True when texts would leave this machine. */
  readonly remote: boolean;
  /** One sentence without a final period. */
  readonly why: string;
  /** The others, in order of preference, each with the reason against it. */
  readonly others: readonly { readonly provider: EmbeddingProvider; readonly why: string }[];
  /** Present when a provider was asked for and cannot be used. */
  readonly failure?: SemanticGap;
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
