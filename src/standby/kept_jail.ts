import type { ToolCall } from "../model/plan.ts";
import { Jail } from "../platform/jail.ts";
import { PROGRAM, WORKER } from "../program.ts";
import type { Listed, Outline } from "../commands/repository_view.ts";
import { show } from "../commands/repository_view.ts";

/** The jail of a process that stands by, kept from prompt to prompt; another one takes the place of one that was ended. */
export class KeptJail {
  #jail: Jail | undefined;
  /** Calls that run. */
  #running = 0;

  constructor(private readonly root: string, private readonly cache: string) {}

  /** Shows it the repository as it is now, with the tools of these calls loaded. */
  open(calls: readonly ToolCall[], outline: Outline, listed: Listed | undefined): Jail {
    const jail = this.#jail ??= new Jail({
      module: WORKER,
      program: PROGRAM,
      root: this.root,
      cache: this.cache,
    });
    jail.prepare(calls.map((call) => call.tool));
    show(jail, outline, listed);
    return jail;
  }

  /** Runs a call, which counts as running until it settles. Rejects where no jail was opened. */
  async run(...call: Parameters<Jail["run"]>): ReturnType<Jail["run"]> {
    const jail = this.#jail;
    if (!jail) throw new Error("no jail was opened");
    this.#running++;
    try {
      return await jail.run(...call);
    } finally {
      if (this.#jail === jail) this.#running--;
    }
  }

  /** A prompt is answered: a jail that still runs is ended, another keeps what it has open. */
  rest(): void {
    if (this.#running > 0) this.end();
    else this.#jail?.rest();
  }

  /** Ends it, whatever it is doing. */
  end(): void {
    this.#jail?.abort();
    this.#jail = undefined;
    this.#running = 0;
  }
}
