import type { CallAnswer, CallQuestion } from "../model/calls.ts";
import { Failure } from "../model/errors.ts";
import type { Findings } from "../model/findings.ts";
import type { ToolCall } from "../model/plan.ts";
import type { RunCall } from "../model/ports.ts";

interface Pending {
  readonly resolve: (findings: Findings) => void;
  readonly reject: (error: Failure) => void;
  readonly options: RunCall;
}

let lastId = 0;

/** The calls that another thread was asked for and has not answered yet. */
export class PendingCalls {
  readonly #pending = new Map<number, Pending>();

  /** @param send asks the other thread */
  constructor(private readonly send: (question: CallQuestion) => void) {}

  get size(): number {
    return this.#pending.size;
  }

  /** Asks for a call. Rejects with a Failure when the tool fails, never settles after {@link clear}. */
  run(call: ToolCall, options: RunCall): Promise<Findings> {
    const id = ++lastId;
    const { promise, resolve, reject } = Promise.withResolvers<Findings>();
    this.#pending.set(id, { resolve, reject, options });
    this.send({ type: "call", id, call, endsAt: options.endsAt });
    return promise;
  }

  /** Handles a message of the other thread; an answer to an unknown call is ignored. */
  receive(answer: CallAnswer): void {
    const pending = this.#pending.get(answer.id);
    if (!pending) return;
    if (answer.type === "started") return pending.options.onStart();
    if (answer.type === "partial") return pending.options.onPartial(answer.findings);
    this.#pending.delete(answer.id);
    if (answer.type === "done") pending.resolve(answer.findings);
    else pending.reject(new Failure(answer.kind, answer.message));
  }

  /** All of them fail. */
  fail(error: Failure): void {
    for (const { reject } of this.#pending.values()) reject(error);
    this.clear();
  }

  /** Nothing waits for them any more. */
  clear(): void {
    this.#pending.clear();
  }
}
