import { within } from "../../model/within.ts";
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
    const query = async (deadline: number): Promise<QueryOutcome> =>
      await within(this.#arrived.promise, deadline - clock()) ?? LATE;
    return { ...space, query, memo: new Memo(undefined) };
  }
}
