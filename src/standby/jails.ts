import type { ToolCall } from "../model/plan.ts";
import { Jail } from "../platform/jail.ts";
import { PROGRAM, WORKER } from "../program.ts";
import type { Listed, Outline } from "../commands/repository_view.ts";
import { show } from "../commands/repository_view.ts";

/** The jails of a process that stands by: one per lane, kept from request to request. */
export class StandbyJails {
  readonly #jails: (Jail | undefined)[] = [];
  /** Calls that run, by lane. */
  readonly #running: number[] = [];

  constructor(private readonly root: string, private readonly cache: string) {}

  /** The jail of a lane, started when it is asked for first. */
  lane(lane: number): Jail {
    return this.#jails[lane] ??= new Jail({
      module: WORKER,
      program: PROGRAM,
      root: this.root,
      cache: this.cache,
    });
  }

  /** Shows the repository as it is now to the jails of these lanes, with their tools loaded. */
  open(
    lanes: readonly (readonly ToolCall[])[],
    outline: Outline,
    listed: Listed | undefined,
  ): readonly Jail[] {
    return lanes.map((calls, lane) => {
      const jail = this.lane(lane);
      jail.prepare(calls.map((call) => call.tool));
      show(jail, outline, listed);
      return jail;
    });
  }

  /** Runs a call, which counts as running until it settles. */
  async run(lane: number, ...call: Parameters<Jail["run"]>): ReturnType<Jail["run"]> {
    const jail = this.lane(lane);
    this.#running[lane] = (this.#running[lane] ?? 0) + 1;
    try {
      return await jail.run(...call);
    } finally {
      if (this.#jails[lane] === jail) this.#running[lane]! -= 1;
    }
  }

  /** Ends a lane, whatever it is doing; the next call finds a new jail there. */
  end(lane: number): void {
    this.#jails[lane]?.abort();
    this.#jails[lane] = undefined;
    this.#running[lane] = 0;
  }

  /** A request is over: lanes that still run are ended, the others keep what they have open. */
  rest(): void {
    this.#jails.forEach((jail, lane) => {
      if ((this.#running[lane] ?? 0) > 0) this.end(lane);
      else jail?.rest();
    });
  }

  /** Ends the lanes from one on. */
  close(from = 0): void {
    for (let lane = from; lane < this.#jails.length; lane++) this.end(lane);
  }
}
