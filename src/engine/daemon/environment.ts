import { Failure } from "../../model/errors.ts";
import type { Plan } from "../../model/plan.ts";
import type { ToDaemon } from "../../model/daemon.ts";
import type { ToolHost } from "../../model/ports.ts";
import type { Settings } from "../../model/settings.ts";
import type { RunEnvironment, SemanticSide } from "../../pipeline/environment.ts";
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
export interface DaemonEnvironmentOptions extends Pick<ReachOptions, "connect" | "startedAt"> {
  readonly plan: Plan;
  readonly settings: Settings;
  /** Gives up this thread's rights: called before anything a tool found is read. */
  readonly release: () => void;
  /** Present when meaning was looked for, without a vector. */
  readonly semantic?: SemanticSide | undefined;
}

/** The sandbox of a daemon. */
export interface DaemonEnvironment extends RunEnvironment {
  /** Whether the daemon went away before it found anything: the plan can run elsewhere. */
  readonly isLost: () => boolean;
}

/**
 * The sandbox of the daemon for this repository; undefined where none runs. What its tools find is what those of a sandbox
 * of this process would find, not sanitized yet.
 */
export async function openDaemonEnvironment(
  { root, facts, limits }: Repository,
  { plan, settings, release, semantic, ...options }: DaemonEnvironmentOptions,
): Promise<DaemonEnvironment | undefined> {
  const reached = await reachDaemon(root, settings, { ...options, longest: LONGEST_FINDINGS });
  if (!reached) return undefined;
  const { call, isThere } = reached;
  if (!await isThere) {
    call.close();
    return undefined;
  }
  const { calls, budget: { wallMs } } = plan;
  const send = (message: ToDaemon): void => call.send(message);
  send({ type: "tools", calls, wallMs, rules: rulesOf(settings) });
  send({ type: "root", facts });
  const host = new DaemonHost(call, release);
  return {
    root: { path: root, source: facts.rootSource },
    limits,
    hosts: [host],
    confined: Promise.resolve(),
    ...(semantic && { semantic }),
    isLost: () => host.isLost && !host.hasFound,
    close: () => {
      call.close();
      if (!host.isLost || host.hasFound) release();
    },
  };
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
