import { thinHint } from "../../intent/hint.ts";
import type {
  DaemonResult,
  FromAnswering,
  FromTurn,
  MeaningOutset,
  MeaningSaid,
  ToAnswering,
  ToTurn,
} from "../../model/daemon.ts";
import { asFailure, Failure } from "../../model/errors.ts";
import type { Plan } from "../../model/plan.ts";
import type { ToolHost } from "../../model/ports.ts";
import type { PromptQuestion } from "../../model/prompt.ts";
import { TOOL_NAMES } from "../../model/tools.ts";
import { deliveryOf } from "../../pipeline/delivery.ts";
import { findIn, type RunEnvironment, type SemanticSide } from "../../pipeline/environment.ts";
import { runPipeline, WARM_END } from "../../pipeline/pipeline.ts";
import { sessionMemory } from "../../pipeline/session_notes.ts";
import { Sanitizer } from "../../safety/sanitizer.ts";
import { releaseMemory } from "../../platform/memory.ts";
import { clock, wallClock } from "../../platform/clock.ts";
import { PendingCalls } from "../../platform/pending_calls.ts";
import { intentWith } from "../informed_intent.ts";
import { observed } from "../observed.ts";

/**
 * Where a daemon works on requests: a thread without any right, shared by all repositories. What a sandbox found is planned,
 * fused and sanitized here, or goes to the process that asked as it is; the thread that has the rights only passes it on.
 * Requests share the code and nothing else.
 */

type Asked = Extract<ToTurn, { type: "ask" }>;

/** One request on its way. */
class Turn {
  readonly #meaning: PromiseWithResolvers<MeaningOutset | undefined> = Promise.withResolvers();
  readonly #calls: PendingCalls = new PendingCalls((question) => this.post(question));
  #said: MeaningSaid = {};

  /** The sandbox of the other thread, which starts another one for one that was ended. */
  readonly #host: ToolHost = observed({
    restarts: true,
    run: (call, options) => this.#calls.run(call, options),
    abort: () => this.post({ type: "end" }),
  }, { onProgress: (message) => this.post({ type: "progress", message }) });

  /** @param post says something to the other thread */
  constructor(private readonly asked: Asked, private readonly post: (message: FromTurn) => void) {}

  /** Begins to work; the last that is said is a result. */
  begin(): void {
    this.#result().then(
      this.post,
      (error) => this.post({ type: "failed", message: asFailure(error).message }),
    );
  }

  /** What belongs to it besides how it began. */
  receive(message: Exclude<ToTurn, Asked>): void {
    if (message.type === "meaning") this.#meaning.resolve(message.meaning);
    else if (message.type === "said") this.#said = message.said;
    else this.#calls.receive(message);
  }

  /** @throws Failure when there is no result */
  async #result(): Promise<DaemonResult> {
    const { question: { task } } = this.asked;
    return "plan" in task ? await this.#found(task.plan) : await this.#answer(task.prompt);
  }

  /** On the clock: when the request's time began. */
  get #startedAt(): number {
    const { elapsedMs, waitedMs = 0 } = this.asked.question;
    return clock() - elapsedMs - waitedMs;
  }

  async #found(plan: Plan): Promise<DaemonResult> {
    const deadline = this.#startedAt + plan.budget.wallMs * (1 - WARM_END);
    // What is found is sanitized by the process that asked.
    const sanitizer = new Sanitizer();
    const found = await findIn(await this.#environment(plan), plan, {
      sanitizer,
      deadline,
      clock,
      wallClock,
    });
    return { type: "found", outcomes: found.root ? found.outcomes : [] };
  }

  async #answer({ request, plain, resolved, cap }: PromptQuestion): Promise<DaemonResult> {
    const { known, question: { waitedMs = 0 } } = this.asked;
    const intent = await intentWith(request.prompt, plain, known);
    const isMeant = intent.kind !== "none" || resolved.settings.enabled.value === "on";
    const { kind } = intent;
    const hint = thinHint(intent);
    if (!isMeant || hint !== undefined) return { type: "idle", kind, hint };
    const answer = await runPipeline(request, intent, {
      resolved,
      available: TOOL_NAMES,
      clientCap: cap,
      clock,
      startedAt: this.#startedAt,
      waitedMs,
      isWarm: true,
      given: () => sessionMemory(known.notes),
      structured: false,
      call: async (plan, options) =>
        await findIn(await this.#environment(plan), plan, { ...options, clock, wallClock }),
    });
    if (!answer.request) throw new Failure("repoRoot", answer.limits.join("; "));
    return { type: "answer", delivery: deliveryOf(answer) };
  }

  /** One sandbox that is warm runs everything sooner than a cold one beside it, in half of the memory. */
  async #environment({ calls, budget: { wallMs } }: Plan): Promise<RunEnvironment> {
    this.post({ type: "plan", calls, wallMs });
    const meaning = await this.#meaning.promise;
    this.#said = { ...meaning, ...this.#said };
    return {
      // Where the root comes from is not part of an answer.
      root: { path: this.asked.root, source: "git" },
      limits: [],
      hosts: [this.#host],
      // This thread never had a right.
      confined: Promise.resolve(),
      ...(meaning && { semantic: this.#sideOf(meaning) }),
    };
  }

  #sideOf({ choice, estimatedCost }: MeaningOutset): SemanticSide {
    return { choice, estimatedCost, gap: () => this.#said.gap, use: () => this.#said.use };
  }
}

const turns = new Map<number, Turn>();

self.onmessage = ({ data }: MessageEvent<ToAnswering>): void => {
  if (data.type === "turn") receive(data.turn, data.message);
  else if (data.type === "forget") turns.delete(data.turn);
  else if (data.type === "ping") post({ type: "pong" });
  else releaseMemory();
};

function receive(number: number, message: ToTurn): void {
  if (message.type !== "ask") return turns.get(number)?.receive(message);
  const turn = new Turn(message, (message) => {
    // Nothing is said of a request that is over.
    if (turns.has(number)) post({ type: "turn", turn: number, message });
  });
  turns.set(number, turn);
  turn.begin();
}

function post(message: FromAnswering): void {
  self.postMessage(message);
}
