import type { SemanticPort } from "../../ports/tool.ts";
import { Memo } from "../../model/memo.ts";
import type { QueryEmbedding, QueryOutcome, QuestionSpace } from "../../model/semantic.ts";
import { clock } from "../../platform/clock.ts";

const LATE: QueryOutcome = { ok: false, reason: "timeout", detail: "the question's vector came too late" };

/** Waits for the one message that brings the question's vector. */
export class SemanticInbox {
  readonly #arrived = Promise.withResolvers<QueryOutcome>();

  receive({ outcome }: QueryEmbedding): void {
    this.#arrived.resolve(outcome);
  }

  port(space: QuestionSpace): SemanticPort {
    return { ...space, query: (deadline) => this.#by(deadline), memo: new Memo(undefined) };
  }

  async #by(deadline: number): Promise<QueryOutcome> {
    const late = Promise.withResolvers<QueryOutcome>();
    const timer = setTimeout(() => late.resolve(LATE), deadline - clock());
    const outcome = await Promise.race([this.#arrived.promise, late.promise]);
    clearTimeout(timer);
    return outcome;
  }
}
