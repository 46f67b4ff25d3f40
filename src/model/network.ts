import type { SendableText } from "./brands.ts";
import type {
  EmbedKind,
  EmbedOutcome,
  EngineContent,
  EngineOutcome,
  EngineService,
  EngineSpace,
  RankOutcome,
} from "./semantic.ts";
import type { EmbeddingService, LanguageService } from "./providers.ts";
import type { CacheOutcome, CacheQuestion, CacheService } from "./remote_cache.ts";

/** Messages between the main thread and the network's worker. Everything is structured-cloneable. */

/** Main thread to worker. The first message carries the key and the authorities trusted besides, and comes once. */
export type ToNetwork =
  | {
    readonly type: "embedding";
    readonly service: EmbeddingService;
    readonly certificates: readonly string[];
  }
  | { readonly type: "language"; readonly service: LanguageService; readonly certificates: readonly string[] }
  | {
    readonly type: "engine";
    readonly service: EngineService;
    readonly space: EngineSpace;
    readonly certificates: readonly string[];
  }
  | { readonly type: "cache"; readonly service: CacheService; readonly certificates: readonly string[] }
  | ({ readonly id: number } & NetworkQuestion)
  | { readonly type: "cancel"; readonly id: number };

/**
 * Requests to the network: vectors of an embedding service, an order of a language model, data of an engine or a
 * cache.
 */
export type NetworkQuestion =
  | { readonly type: "embed"; readonly texts: readonly SendableText[]; readonly kind: EmbedKind }
  | { readonly type: "rank"; readonly prompt: SendableText; readonly ids: readonly string[] }
  | EngineQuestion
  | CacheQuestion;

/** Requests to a vector engine. */
export type EngineQuestion =
  | { readonly type: "known"; readonly contents: readonly string[] }
  | { readonly type: "add"; readonly contents: readonly EngineContent[]; readonly dimension: number }
  | { readonly type: "nearest"; readonly query: Float32Array; readonly most: number };

/** Worker to main thread: one for each question that was not cancelled. */
export interface FromNetwork {
  readonly id: number;
  readonly outcome: EmbedOutcome | RankOutcome | EngineOutcome | CacheOutcome;
}
