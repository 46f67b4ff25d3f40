import type { SendableText } from "./brands.ts";
import type { SemanticFailure, SemanticGap } from "./embedding_space.ts";

/** A language model that puts candidates in order. Off unless the user switches it on. */

/** The providers of reranking. */
export const RERANK_PROVIDERS = ["anthropic", "openai-compatible", "ollama"] as const;

/** A name in {@link RERANK_PROVIDERS}. */
export type RerankProvider = (typeof RERANK_PROVIDERS)[number];

/** Time for a tool or a model that a person or an agent asked for by name. Milliseconds. */
export const PATIENCE_MS = 60_000;

/** Candidates in order, or why not. */
export type RankOutcome = Ranked | SemanticGap;

/** An order that was checked: every id was asked about, none occurs twice. */
export interface Ranked {
  readonly ok: true;
  /** Best first; what the model left out is missing. */
  readonly order: readonly string[];
  /** Tokens as the provider counts; 0 when it does not say. */
  readonly input: number;
  readonly output: number;
}

/** Puts candidates in order with one model of one provider. */
export interface Reranker {
  readonly provider: string;
  readonly model: string;
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

/** The reranker in use, and the reason. Holds no key. */
export interface RerankChoice {
  readonly provider: RerankProvider | "none";
  readonly model?: string;
  /** Address of the requests, without credentials. */
  readonly url?: string;
  /** True when texts would leave this machine. */
  readonly remote: boolean;
  /** One sentence without a final period. */
  readonly why: string;
  /** Present when it is switched on and cannot be used. */
  readonly failure?: SemanticGap;
}

/** Calls of a model, for the timeline: what they took and what they cost. Holds no text. */
export interface ModelUse {
  /** `embed`: a question; `index`: what a repository consists of; `rerank`: an order. */
  readonly purpose: "embed" | "index" | "rerank";
  readonly provider: string;
  readonly model: string;
  /** Default: 1. */
  readonly calls?: number;
  /** Of all calls together. */
  readonly milliseconds: number;
  readonly input: number;
  readonly output: number;
  /** US dollars by the list price; absent when that is not known. */
  readonly dollars?: number;
  /** Present when nothing came of it. */
  readonly failure?: SemanticFailure;
}
