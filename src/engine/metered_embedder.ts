import type { ModelUse } from "../model/rerank.ts";
import type { Embedder, EmbedOutcome } from "../model/semantic.ts";
import type { SemanticFailure } from "../model/embedding_space.ts";
import { embeddingModel } from "../semantic/choice/models.ts";
import { clock } from "../platform/clock.ts";

/** An embedder that keeps account of what it is asked and what that costs. */
export class MeteredEmbedder implements Embedder {
  readonly provider: string;
  readonly model: string;
  readonly dimensions?: number;
  readonly batchSize: number;
  #calls = 0;
  #tokens = 0;
  #milliseconds = 0;
  #failure: SemanticFailure | undefined;

  constructor(private readonly embedder: Embedder, private readonly purpose: ModelUse["purpose"]) {
    const { provider, model, dimensions, batchSize } = embedder;
    this.provider = provider;
    this.model = model;
    if (dimensions !== undefined) this.dimensions = dimensions;
    this.batchSize = batchSize;
  }

  async embed(...question: Parameters<Embedder["embed"]>): Promise<EmbedOutcome> {
    const started = clock();
    const outcome = await this.embedder.embed(...question);
    this.#milliseconds += clock() - started;
    this.#calls += outcome.ok ? outcome.requests : 1;
    if (outcome.ok) this.#tokens += outcome.tokens;
    else this.#failure ??= outcome.reason;
    return outcome;
  }

  /** Usage so far; undefined if nothing was sent, or nothing came yet. */
  use(): ModelUse | undefined {
    if (this.#calls === 0) return undefined;
    const { purpose, provider, model } = this;
    const { price } = embeddingModel(model);
    return {
      purpose,
      provider,
      model,
      calls: this.#calls,
      milliseconds: Math.round(this.#milliseconds),
      input: this.#tokens,
      output: 0,
      ...(price !== undefined && { dollars: this.#tokens * price / 1e6 }),
      ...(this.#failure && { failure: this.#failure }),
    };
  }
}
