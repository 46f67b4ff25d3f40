import { intentWith } from "../informed_intent.ts";
import { asFailure } from "../../model/errors.ts";
import type { FromAnswering, MeaningOutset, MeaningSaid, ToAnswering } from "../../model/daemon.ts";
import type { Plan } from "../../model/plan.ts";
import type { ResolvedSettings } from "../../model/settings.ts";
import { TOOL_NAMES } from "../../model/tools.ts";
import { deliveryOf } from "../../pipeline/delivery.ts";
import { thinHint } from "../../intent/hint.ts";
import { findIn, type RunEnvironment, type SemanticSide } from "../../pipeline/environment.ts";
import { runPipeline } from "../../pipeline/pipeline.ts";
import { sessionMemory } from "../../pipeline/session_notes.ts";
import { clock, wallClock } from "../../platform/clock.ts";
import { RemoteHost } from "./host.ts";

/**
 * Where a daemon answers prompts: a thread without any right. What the sandbox found is planned, fused and
 * sanitized here; the thread that has the rights only passes it on.
 */

type Asked = Extract<ToAnswering, { type: "ask" }>;

/** One prompt on its way. */
class Turn {
  readonly meaning: PromiseWithResolvers<MeaningOutset | undefined> = Promise.withResolvers();
  readonly host: RemoteHost = new RemoteHost(post);
  said: MeaningSaid = {};

  async answer(asked: Asked): Promise<void> {
    const { request, plain } = asked.question;
    const { resolved } = asked.question;
    const intent = await intentWith(request.prompt, plain, asked.known);
    const isMeant = intent.kind !== "none" || resolved.settings.enabled.value === "on";
    const { kind } = intent;
    const hint = thinHint(intent);
    if (!isMeant || hint !== undefined) return post({ type: "idle", kind, hint });
    const { cap, elapsedMs, waitedMs = 0 } = asked.question;
    const answer = await runPipeline(request, intent, {
      resolved,
      available: TOOL_NAMES,
      clientCap: cap,
      clock,
      startedAt: clock() - elapsedMs - waitedMs,
      waitedMs,
      isWarm: true,
      given: () => sessionMemory(asked.known.notes),
      structured: false,
      call: async (plan, options) =>
        await findIn(await this.#environment(plan, asked), plan, { ...options, clock, wallClock }),
    });
    if (answer.request) post({ type: "answer", delivery: deliveryOf(answer) });
    else post({ type: "failed", message: answer.limits.join("; ") });
  }

  /** One sandbox that is warm runs everything sooner than a cold one beside it, in half of the memory. */
  async #environment(
    { calls, budget: { wallMs } }: Plan,
    { root, question }: Asked,
  ): Promise<RunEnvironment> {
    post({ type: "meant", wallMs });
    this.host.open(calls, wallMs);
    const meaning = await this.meaning.promise;
    this.said = { ...meaning, ...this.said };
    return {
      root: { path: root, source: sourceOf(question.resolved) },
      limits: [],
      hosts: [this.host],
      // This thread never had a right.
      confined: Promise.resolve(),
      ...(meaning && { semantic: this.#sideOf(meaning) }),
    };
  }

  #sideOf({ choice, estimatedCost }: MeaningOutset): SemanticSide {
    return { choice, estimatedCost, gap: () => this.said.gap, use: () => this.said.use };
  }
}

/** The caller has confirmed the root by then, or gets no answer. */
function sourceOf({ settings }: ResolvedSettings): "env" | "config" | "git" {
  const { value, source } = settings.repo_root;
  return value === undefined ? "git" : source === "env" ? "env" : "config";
}

let turn = new Turn();

self.onmessage = ({ data }: MessageEvent<ToAnswering>): void => {
  if (data.type === "ask") {
    turn = new Turn();
    turn.answer(data).catch((error) => post({ type: "failed", message: asFailure(error).message }));
  } else if (data.type === "meaning") turn.meaning.resolve(data.meaning);
  else if (data.type === "said") turn.said = data.said;
  else turn.host.receive(data);
};

function post(message: FromAnswering): void {
  self.postMessage(message);
}
