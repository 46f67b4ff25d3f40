import { Jail } from "../platform/jail.ts";
import { PROGRAM, WORKER } from "../program.ts";
import type { Listed, Outline } from "../commands/repository_view.ts";
import { show } from "../commands/repository_view.ts";

/** The jail of a process that stands by, kept from prompt to prompt; another one takes the place of one that was ended. */
export class KeptJail {
  #jail: Jail | undefined;

  constructor(private readonly root: string, private readonly cache: string) {}

  /** Shows it the repository. */
  open(outline: Outline, listed: Listed | undefined): Jail {
    const { root, cache } = this;
    const jail = this.#jail?.isUp ? this.#jail : new Jail({ module: WORKER, program: PROGRAM, root, cache });
    this.#jail = jail;
    show(jail, outline, listed);
    return jail;
  }

  /** Runs a call. Rejects where no jail was opened. */
  async run(...call: Parameters<Jail["run"]>): ReturnType<Jail["run"]> {
    if (!this.#jail) throw new Error("no jail was opened");
    return await this.#jail.run(...call);
  }

  /** A prompt is answered: a jail that still runs is ended, another keeps what it has open. */
  rest(): void {
    if (this.#jail?.isIdle) this.#jail.rest();
    else this.end();
  }

  /** Ends it, whatever it is doing. */
  end(): void {
    this.#jail?.abort();
    this.#jail = undefined;
  }
}
