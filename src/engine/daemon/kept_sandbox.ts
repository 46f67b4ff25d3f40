import { Sandbox } from "../../platform/sandbox.ts";
import { PROGRAM, WORKER } from "../../platform/program.ts";
import type { Listed, Outline } from "../repository_view.ts";
import { show } from "../repository_view.ts";

/** The sandbox of a daemon, kept from prompt to prompt; another one takes the place of one that was ended. */
export class KeptSandbox {
  #sandbox: Sandbox | undefined;

  constructor(private readonly root: string, private readonly cache: string) {}

  /** Shows it the repository. */
  open(outline: Outline, listed: Listed | undefined): Sandbox {
    const { root, cache } = this;
    const sandbox = this.#sandbox?.isUp
      ? this.#sandbox
      : new Sandbox({ module: WORKER, program: PROGRAM, root, cache });
    this.#sandbox = sandbox;
    show(sandbox, outline, listed);
    return sandbox;
  }

  /** Runs a call. Rejects where no sandbox was opened. */
  async run(...call: Parameters<Sandbox["run"]>): ReturnType<Sandbox["run"]> {
    if (!this.#sandbox) throw new Error("no sandbox was opened");
    return await this.#sandbox.run(...call);
  }

  /** A prompt is answered: a sandbox that still runs is ended, another keeps what it has open. */
  rest(): void {
    if (this.#sandbox?.isIdle) this.#sandbox.rest();
    else this.end();
  }

  /** Ends it, whatever it is doing. */
  end(): void {
    this.#sandbox?.abort();
    this.#sandbox = undefined;
  }
}
