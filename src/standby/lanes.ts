import { Failure } from "../model/errors.ts";
import type { Findings } from "../model/findings.ts";
import type { ToolCall } from "../model/plan.ts";
import type { ToolHost } from "../model/ports.ts";
import type { FromLanes, ToLanes } from "../model/standby.ts";

interface Pending {
  readonly resolve: (findings: Findings) => void;
  readonly reject: (error: Failure) => void;
  readonly onPartial: (findings: Findings) => void;
}

/** The lanes of one plan, whose jails are another thread's. */
export class Lanes {
  readonly #pending = new Map<number, Pending>();

  constructor(private readonly send: (message: ToLanes) => void, private readonly nextId: () => number) {}

  /** One host per lane of what will be called. */
  open(lanes: readonly (readonly ToolCall[])[], wallMs: number): readonly ToolHost[] {
    this.send({ type: "plan", lanes, wallMs });
    return lanes.map((_, lane) => ({
      run: (call, options) => this.#run(lane, call, options),
      abort: () => this.send({ type: "end", lane }),
    }));
  }

  /** Takes what the other thread says. */
  receive(message: FromLanes): void {
    const pending = this.#pending.get(message.id);
    if (!pending) return;
    if (message.type === "partial") return pending.onPartial(message.findings);
    this.#pending.delete(message.id);
    if (message.type === "done") pending.resolve(message.findings);
    else pending.reject(new Failure(message.kind, message.message));
  }

  #run(
    lane: number,
    call: ToolCall,
    { timeLeftMs, onPartial }: Parameters<ToolHost["run"]>[1],
  ): Promise<Findings> {
    const id = this.nextId();
    const { promise, resolve, reject } = Promise.withResolvers<Findings>();
    this.#pending.set(id, { resolve, reject, onPartial });
    this.send({ type: "call", id, lane, call, timeLeftMs });
    return promise;
  }
}
