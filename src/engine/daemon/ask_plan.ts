import type { Failure } from "../../model/errors.ts";
import type { ToolOutcome } from "../../model/findings.ts";
import type { Plan } from "../../model/plan.ts";
import { cacheFolder } from "../../platform/cache_folder.ts";
import { wallClock } from "../../platform/clock.ts";
import type { Repository } from "../../platform/repository.ts";
import { openState } from "../../platform/state_files.ts";
import type { SemanticQuestion } from "../semantic_question.ts";
import type { Asking } from "./ask.ts";
import { askDaemon, receive } from "./ask.ts";
import { readOutcomes, unreadable } from "./reply.ts";

/** Findings of all tools with all their data. UTF-16 units of JSON. */
const LONGEST_FINDINGS = 16 * 1024 * 1024;

/** What a plan's tools are called under. */
export interface PlanAsking extends Pick<Asking, "connect" | "settings" | "startedAt"> {
  readonly plan: Plan;
  /** The question whose meaning is looked for. */
  readonly asking: Promise<SemanticQuestion | undefined> | undefined;
  /** Gives up this thread's rights: called before anything a tool found is read. */
  readonly release: () => void;
  /** Cancels the request. */
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((message: string) => void) | undefined;
}

/**
 * What the tools of a plan find in the daemon's sandbox, not sanitized yet; undefined where no daemon replies. They have
 * failed where its result cannot be read: the rights to run them here are given up by then.
 */
export async function askForPlan(
  repository: Repository,
  { plan, settings, asking, release, signal, onProgress, ...options }: PlanAsking,
): Promise<readonly ToolOutcome[] | undefined> {
  const { root } = repository;
  const asked = await askDaemon({ root, cache: cacheFolder(repository.main) }, {
    ...options,
    longest: LONGEST_FINDINGS,
    task: { plan },
    settings,
    wallMs: plan.budget.wallMs,
    question: () => asking,
  });
  if (!asked) return undefined;
  const { call } = asked;
  const cancel = (): void => call.close();
  signal?.addEventListener("abort", cancel);
  try {
    if (!await asked.isThere) return undefined;
    const received = await receive(asked, repository, {
      open: (meaning) => meaning?.question.space && openState(root),
      release,
      onProgress,
    });
    if (!received || "idle" in received) return undefined;
    return readOutcomes(received.result, plan) ?? failed(plan, unreadable(received.result));
  } finally {
    signal?.removeEventListener("abort", cancel);
    call.close();
  }
}

function failed({ calls }: Plan, { code, message }: Failure): ToolOutcome[] {
  const end = { status: "error", startedAt: wallClock(), durationMs: 0, error: { code, message } } as const;
  return calls.map(({ tool }) => ({ tool, ...end }));
}
