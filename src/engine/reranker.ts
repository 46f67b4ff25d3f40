import type { ToolOutcome } from "../model/calls.ts";
import type { LanguageService } from "../model/providers.ts";
import type { RerankChoice, Reranker } from "../model/semantic.ts";
import type { Settings } from "../model/settings.ts";
import { chooseReranker } from "../semantic/choice/choose_reranker.ts";
import { rerank, type Reranked } from "../semantic/choice/rerank.ts";
import { clock } from "../platform/clock.ts";
import { env } from "../platform/host_files.ts";
import { Network, networkReranker } from "../platform/network.ts";
import { NETWORK } from "../platform/program.ts";
import type { Sanitizer } from "../safety/sanitizer.ts";

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
    const detail = "this process gave up its right to connect before";
    return { choice: { ...choice, failure: { ok: false, reason: "provider_unreachable", detail } } };
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
