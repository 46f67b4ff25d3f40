import { Failure } from "../../model/errors.ts";
import type { Findings } from "../../model/findings.ts";
import type { ToolCall } from "../../model/plan.ts";
import type { RunCall, ToolHost } from "../../model/ports.ts";
import type { FromHost, ToHost } from "../../model/daemon.ts";

interface Pending {
  readonly resolve: (findings: Findings) => void;
  readonly reject: (error: Failure) => void;
  readonly options: RunCall;
}

/** Runs the calls of one plan in a sandbox that is another thread's. */
export class RemoteHost implements ToolHost {
  /** The other thread starts another sandbox. */
  readonly restarts = true;
  readonly #pending = new Map<number, Pending>();

  constructor(private readonly send: (message: ToHost) => void, private readonly nextId: () => number) {}

  /** Says what will be called. */
  open(calls: readonly ToolCall[], wallMs: number): void {
    this.send({ type: "plan", calls, wallMs });
  }

  /** Takes what the other thread says. */
  receive(message: FromHost): void {
    const pending = this.#pending.get(message.id);
    if (!pending) return;
    if (message.type === "started") return pending.options.onStart();
    if (message.type === "partial") return pending.options.onPartial(message.findings);
    this.#pending.delete(message.id);
    if (message.type === "done") pending.resolve(message.findings);
    else pending.reject(new Failure(message.kind, message.message));
  }

  run(call: ToolCall, options: RunCall): Promise<Findings> {
    const id = this.nextId();
    const { promise, resolve, reject } = Promise.withResolvers<Findings>();
    this.#pending.set(id, { resolve, reject, options });
    this.send({ type: "call", id, call, endsAt: options.endsAt });
    return promise;
  }

  abort(): void {
    this.send({ type: "end" });
  }
}
