import type { Embedder, ModelUse, SemanticFailure } from "../model/semantic.ts";
import { clock } from "../platform/clock.ts";
import { embeddingModel } from "../semantic/choice/models.ts";

/** An embedder that keeps account of what it is asked and what that costs. */
export interface MeteredEmbedder extends Embedder {
  /** Usage so far; undefined if nothing was sent, or nothing came yet. */
  use(): ModelUse | undefined;
}

/** Keeps account of an embedder. */
export function metered(embedder: Embedder, purpose: ModelUse["purpose"]): MeteredEmbedder {
  const { provider, model } = embedder;
  let [calls, input, milliseconds] = [0, 0, 0];
  let failure: SemanticFailure | undefined;
  return {
    ...embedder,
    embed: async (...question) => {
      const started = clock();
      const outcome = await embedder.embed(...question);
      milliseconds += clock() - started;
      calls += outcome.ok ? outcome.requests : 1;
      if (outcome.ok) input += outcome.tokens;
      else failure ??= outcome.reason;
      return outcome;
    },
    use: () => {
      if (calls === 0) return undefined;
      const { price } = embeddingModel(model);
      return {
        purpose,
        provider,
        model,
        calls,
        milliseconds: Math.round(milliseconds),
        input,
        output: 0,
        ...(price !== undefined && { dollars: input * price / 1e6 }),
        ...(failure && { failure }),
      };
    },
  };
}
