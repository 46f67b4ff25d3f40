import { attempt } from "../model/attempt.ts";
import { PASSAGES } from "../index/vectors/passages.ts";
import { DIALECTS } from "../semantic/providers/dialects.ts";
import type { Embedder, EmbeddingChoice, RerankChoice, Reranker, VectorEngine } from "../model/semantic.ts";
import { semanticGap } from "../model/semantic.ts";
import type { EmbeddingService, LanguageService } from "../model/providers.ts";
import type { Settings } from "../model/settings.ts";
import { chooseEngine } from "../semantic/choice/choose_engine.ts";
import { env } from "../platform/host_files.ts";
import { Network, networkEmbedder, networkEngine, networkReranker } from "../platform/network.ts";
import type { NetworkService } from "../platform/network.ts";
import { NETWORK } from "../platform/program.ts";
import { chooseProvider, type ChosenProvider } from "./choose_provider.ts";
import type { ToolOutcome } from "../model/calls.ts";
import { chooseReranker } from "../semantic/choice/choose_reranker.ts";
import { rerank, type Reranked } from "../semantic/choice/rerank.ts";
import { clock } from "../platform/clock.ts";
import type { Sanitizer } from "../safety/sanitize.ts";

/** The semantic layer as one process has it. */
export interface Semantic {
  readonly choice: EmbeddingChoice;
  /** Absent without a provider; the choice holds the reason. */
  readonly embedder?: Embedder;
  /** Keeps the vectors; absent: they are beside the index. */
  readonly engine?: VectorEngine;
  /** Ends the workers, and with them whatever they were doing. */
  close(): void;
}

/**
 * Starts the network's workers for the chosen provider and engine; none without a provider. Called while this thread
 * still has its rights.
 *
 * @param chosen result of {@link chooseProvider}, if already known
 */
export async function openSemantic(settings: Settings, chosen?: ChosenProvider): Promise<Semantic> {
  const { choice, service } = chosen ?? await chooseProvider(settings);
  if (!service) return { choice, close: () => {} };
  const network = networkFor({ type: "embedding", service });
  const kept = openEngine(settings, service);
  if (!network || (kept && !kept.network)) {
    return { choice: { ...choice, failure: NO_RIGHTS }, close: () => network?.close() };
  }
  const embedder = networkEmbedder(network, service, DIALECTS[service.provider].batchSize);
  const close = (): void => {
    network.close();
    kept?.network?.close();
  };
  return { choice, embedder, ...(kept?.network && { engine: networkEngine(kept.network) }), close };
}

/** Starts the worker of the engine that is named, if one is: for vectors of this service. */
function openEngine(
  settings: Settings,
  { provider, model, dimensions }: EmbeddingService,
): { readonly network: Network | undefined } | undefined {
  const chosen = chooseEngine(settings, env);
  if (!chosen || "against" in chosen) return undefined;
  const length = dimensions !== undefined && { dimensions };
  const space = { provider, model, ...length, format: PASSAGES };
  return { network: networkFor({ type: "engine", service: chosen.service, space }) };
}

const NO_RIGHTS = semanticGap("provider_unreachable", "this process gave up its right to connect before");

function networkFor(serves: NetworkService): Network | undefined {
  // A worker cannot be given what this thread no longer has.
  return attempt(() => new Network(NETWORK, serves));
}

/** The reranker as one process has it. */
export interface RerankSide {
  readonly choice: RerankChoice;
  /** Absent when it is off or cannot be used; the choice holds the reason. */
  readonly reranker?: Reranker;
}

/**
 * Starts the worker that connects to the reranker; where it is off nothing is started. To be called while this thread
 * still has its rights.
 */
export function openReranker(settings: Settings): RerankSide {
  const { choice, service } = chooseReranker(settings, env);
  return service ? started(choice, service) : { choice };
}

/** Orders what the tools found. Never rejects; keeps what it was given where it cannot. */
export type Ranking = (
  outcomes: readonly ToolOutcome[],
  options: { readonly sanitizer: Sanitizer; readonly leftMs: number },
) => Promise<Reranked>;

/** Returns the reranking of one question's outcomes; the order stays as found without a model. */
export function rankingOf(question: string, { choice, reranker }: RerankSide, settings: Settings): Ranking {
  const timeoutMs = settings["reranker.timeout_ms"].value;
  return async (outcomes, { sanitizer, leftMs }) => {
    if (!reranker) return { outcomes, ...(choice.failure && { gap: choice.failure }) };
    const limitMs = Math.min(timeoutMs, leftMs);
    return await rerank(outcomes, { reranker, question, sanitizer, clock, limitMs });
  };
}

function started(choice: RerankChoice, service: LanguageService): RerankSide {
  try {
    const network = new Network(NETWORK, { type: "language", service });
    return { choice, reranker: networkReranker(network, service) };
  } catch {
    return { choice: { ...choice, failure: NO_RIGHTS } };
  }
}

/** Mock reranker: reverses the candidates at once, without a model. For tests and demonstrations. */
export const MOCK_RERANKER: RerankSide = {
  choice: { provider: "none", remote: false, why: "--mock-llm stands in for a model" },
  reranker: {
    provider: "mock",
    model: "mock",
    rank: (_prompt, { ids }) => Promise.resolve({ ok: true, order: ids.toReversed(), input: 0, output: 0 }),
  },
};
