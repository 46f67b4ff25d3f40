import type { EmbeddingProvider, RerankProvider, SemanticGap, TokenCounts } from "./semantic.ts";

/** One provider with everything a request needs. Holds the key: never shown, only passed to the network's worker. */
export interface Service<Provider extends string = string> {
  readonly provider: Provider;
  /** Base of the requests: http or https, no credentials, no query, no slash at its end. */
  readonly url: string;
  readonly model: string;
  /** Absent where the provider asks for none. */
  readonly key?: string;
}

/** A service that turns texts into vectors. */
export interface EmbeddingService extends Service<EmbeddingProvider> {
  /** Asked of models that can shorten their vectors; absent: as long as they come. */
  readonly dimensions?: number;
  /** Azure's `api-version`. */
  readonly apiVersion?: string;
  /** Put before a question and before what is searched, where the model was trained with it. */
  readonly prefix: { readonly query: string; readonly document: string };
}

/** One request of a provider's protocol. */
export interface WireRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
}

/** Result of one batch, before it is checked against the request. */
export interface WireVectors {
  readonly ok: true;
  /** In the order of the texts; undefined where the answer has none for a text. */
  readonly vectors: readonly (Float32Array<ArrayBuffer> | undefined)[];
  readonly tokens: number;
}

/** Wire format of one provider's requests for vectors. */
export interface EmbeddingDialect {
  /** Texts in one request, at most. */
  readonly batchSize: number;
  request(service: EmbeddingService, texts: readonly string[], kind: "query" | "document"): WireRequest;
  /** Reads an answer; a gap when it is not what the protocol promises. Never throws. */
  vectors(answer: unknown): WireVectors | SemanticGap;
}

/** A service that puts candidates in order. */
export type LanguageService = Service<RerankProvider>;

/** Request to a language model. */
export interface LanguageQuestion {
  /** The instruction; the program's own words. */
  readonly system: string;
  /** The input of the instruction. */
  readonly user: string;
  /** JSON Schema that the answer has to fit. */
  readonly schema: Readonly<Record<string, unknown>>;
}

/** The answer of a language model, before it is checked against the schema. */
export interface WireAnswer extends TokenCounts {
  readonly ok: true;
  readonly json: unknown;
}

/** Wire format of one provider's questions to a language model that has to answer in a given shape. */
export interface LanguageDialect {
  request(service: LanguageService, question: LanguageQuestion): WireRequest;
  /** Reads an answer; a gap when it is not what the protocol promises. Never throws. */
  read(answer: unknown): WireAnswer | SemanticGap;
}
