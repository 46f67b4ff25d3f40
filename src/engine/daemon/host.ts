import type { FromAnswering } from "../../model/daemon.ts";
import type { CallAnswer } from "../../model/calls.ts";
import type { Findings } from "../../model/findings.ts";
import type { ToolCall } from "../../model/plan.ts";
import type { RunCall, ToolHost } from "../../model/ports.ts";
import { PendingCalls } from "../../platform/pending_calls.ts";

/** Runs the calls of one plan in a sandbox that is another thread's. */
export class RemoteHost implements ToolHost {
  /** The other thread starts another sandbox. */
  readonly restarts = true;
  readonly #calls: PendingCalls;

  constructor(private readonly send: (message: FromAnswering) => void) {
    this.#calls = new PendingCalls(send);
  }

  /** Says what will be called. */
  open(calls: readonly ToolCall[], wallMs: number): void {
    this.send({ type: "plan", calls, wallMs });
  }

  /** Handles a message of the other thread. */
  receive(answer: CallAnswer): void {
    this.#calls.receive(answer);
  }

  run(call: ToolCall, options: RunCall): Promise<Findings> {
    return this.#calls.run(call, options);
  }

  abort(): void {
    this.send({ type: "end" });
  }
}
