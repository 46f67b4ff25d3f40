import { Failure } from "../../model/errors.ts";
import type { ToolOutcome } from "../../model/findings.ts";
import type { Plan } from "../../model/plan.ts";
import type { ToDaemon } from "../../model/daemon.ts";
import type { ToolHost } from "../../model/ports.ts";
import type { Settings } from "../../model/settings.ts";
import type { RunOptions } from "../../pipeline/run.ts";
import { runPlan } from "../../pipeline/run.ts";
import type { DaemonCall } from "../../platform/daemon_call.ts";
import { PendingCalls } from "../../platform/pending_calls.ts";
import type { Repository } from "../../platform/repository.ts";
import { rulesOf } from "../repository_view.ts";
import type { ReachOptions } from "./ask.ts";
import { reachDaemon } from "./ask.ts";
import { isWaiting, readCallAnswer } from "./reply.ts";

/** A daemon that was not heard for so long is given up. Milliseconds. */
const SILENCE_MS = 2500;
/** A tool's findings with all its data. UTF-16 units of JSON. */
const LONGEST_FINDINGS = 16 * 1024 * 1024;
/** What is longer than this holds findings. UTF-16 units of JSON. */
const LONGEST_NEWS = 200;

/** How the process that calls deals with the daemon. */
export interface DaemonCallOptions
  extends Omit<RunOptions, "hosts" | "confined">, Pick<ReachOptions, "connect" | "startedAt"> {
  /** Called before anything a tool found is read. */
  readonly release: () => void;
  /** Stands before the host. */
  readonly watch: (host: ToolHost) => ToolHost;
}

/**
 * Runs a plan in the sandbox of the daemon for this repository; undefined where none runs, or where it went away before it
 * found anything. What it found is what a sandbox of this process would have found, not sanitized yet.
 */
export async function callDaemonTools(
  plan: Plan,
  { root, facts, settings }: Pick<Repository, "root" | "facts"> & { readonly settings: Settings },
  { release, watch, ...options }: DaemonCallOptions,
): Promise<readonly ToolOutcome[] | undefined> {
  const reached = await reachDaemon(root, settings, { ...options, longest: LONGEST_FINDINGS });
  if (!reached) return undefined;
  const { call, isThere } = reached;
  try {
    if (!await isThere) return undefined;
    const { calls, budget: { wallMs } } = plan;
    const send = (message: ToDaemon): void => call.send(message);
    send({ type: "tools", calls, wallMs, rules: rulesOf(settings) });
    send({ type: "root", facts });
    const host = new DaemonHost(call, release);
    const outcomes = await runPlan(plan, { ...options, hosts: [watch(host)], confined: Promise.resolve() });
    if (host.isLost && !host.hasFound) return undefined;
    release();
    return outcomes;
  } finally {
    call.close();
  }
}

/** Runs calls in the daemon's sandbox. */
class DaemonHost implements ToolHost {
  /** The daemon starts another sandbox. */
  readonly restarts = true;
  /** Whether the daemon went away, stopped answering or sent something that is not an answer. */
  isLost = false;
  /** Whether it was heard what a tool found. */
  hasFound = false;
  readonly #calls: PendingCalls;

  /** @param onFindings called before any findings are read */
  constructor(private readonly call: DaemonCall, private readonly onFindings: () => void) {
    this.#calls = new PendingCalls((question) => call.send(question satisfies ToDaemon));
    void this.#listen();
  }

  run(...call: Parameters<ToolHost["run"]>): ReturnType<ToolHost["run"]> {
    if (this.isLost) return Promise.reject(gone());
    return this.#calls.run(...call);
  }

  abort(): void {
    this.call.send({ type: "end" } satisfies ToDaemon);
  }

  async #listen(): Promise<void> {
    for (;;) {
      const line = await this.call.line(SILENCE_MS);
      if (line === undefined) break;
      if (line.length > LONGEST_NEWS) {
        this.hasFound = true;
        this.onFindings();
      } else if (isWaiting(line)) continue;
      const answer = readCallAnswer(line);
      if (!answer) break;
      this.#calls.receive(answer);
    }
    this.isLost = true;
    this.#calls.fail(gone());
  }
}

function gone(): Failure {
  return new Failure("toolUnavailable", "the daemon is gone");
}
