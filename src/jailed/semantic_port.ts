import type { SemanticPort } from "../analysis/tool.ts";
import type { EmbeddingSpace, EmbedOutcome, QueryEmbedding } from "../model/semantic.ts";
import { clock } from "../platform/clock.ts";

const LATE: EmbedOutcome = { ok: false, reason: "timeout", detail: "the question's vector came too late" };

/** Waits for the one message that brings the question's vector. */
export class SemanticInbox {
  readonly #arrived = Promise.withResolvers<EmbedOutcome>();

  receive({ outcome }: QueryEmbedding): void {
    this.#arrived.resolve(outcome);
  }

  port({ provider, model }: EmbeddingSpace): SemanticPort {
    return { provider, model, query: (deadline) => this.#by(deadline) };
  }

  async #by(deadline: number): Promise<EmbedOutcome> {
    const late = Promise.withResolvers<EmbedOutcome>();
    const timer = setTimeout(() => late.resolve(LATE), Math.max(0, deadline - clock()));
    const outcome = await Promise.race([this.#arrived.promise, late.promise]);
    clearTimeout(timer);
    return outcome;
  }
}
