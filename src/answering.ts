import { asFailure } from "./model/errors.ts";
import type { FromAnswering, MeaningOutset, MeaningSaid, ToAnswering } from "./model/standby.ts";
import { TOOL_NAMES } from "./model/tools.ts";
import { deliveryOf } from "./orchestrator/delivery.ts";
import type { SemanticSide } from "./orchestrator/pipeline.ts";
import { runPipeline } from "./orchestrator/pipeline.ts";
import { lanesOf } from "./orchestrator/run.ts";
import { sessionMemory } from "./orchestrator/session_notes.ts";
import { clock, wallClock } from "./platform/clock.ts";
import { Lanes } from "./standby/lanes.ts";

/**
 * Where a process that stands by answers prompts: a thread without any right. What the jails found is planned, fused and
 * sealed here; the thread that has the rights only passes it on.
 */

let lanes: Lanes | undefined;
let said: MeaningSaid = {};
let calls = 0;

self.onmessage = ({ data }: MessageEvent<ToAnswering>): void => {
  if (data.type === "ask") void answer(data);
  else if (data.type === "said") said = data.said;
  else lanes?.receive(data.message);
};

function post(message: FromAnswering): void {
  self.postMessage(message);
}

async function answer({ root, question, meaning }: Extract<ToAnswering, { type: "ask" }>): Promise<void> {
  const { request, intent, resolved, cap, facts, limits, notes, elapsedMs } = question;
  // Numbers go on from prompt to prompt: an answer that comes late finds nobody.
  const own = lanes = new Lanes((message) => post({ type: "lanes", message }), () => ++calls);
  said = meaning ?? {};
  try {
    const answered = await runPipeline(request, intent, {
      resolved,
      available: TOOL_NAMES,
      clientCap: cap,
      clock,
      wallClock,
      startedAt: clock() - elapsedMs,
      given: () => sessionMemory(notes),
      structured: false,
      open: (plan) =>
        Promise.resolve({
          root: { path: root, source: facts.rootSource },
          limits,
          hosts: own.open(lanesOf(plan), plan.budget.wallMs),
          // This thread never had a right.
          confined: Promise.resolve(),
          ...(meaning && { semantic: sideOf(meaning) }),
        }),
    });
    if (answered.request) post({ type: "answer", delivery: deliveryOf(answered) });
    else post({ type: "failed", message: answered.limits.join("; ") });
  } catch (error) {
    post({ type: "failed", message: asFailure(error).message });
  }
}

function sideOf({ choice, dear }: MeaningOutset): SemanticSide {
  return { choice, dear, gap: () => said.gap, use: () => said.use };
}
