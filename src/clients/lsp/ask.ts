import { Failure } from "../../model/errors.ts";
import type { NavigationAnswer, NavigationQuery } from "../../model/navigation.ts";
import { NOWHERE } from "../../model/navigation.ts";
import type { Plan } from "../../model/plan.ts";
import { loadSettings } from "../../engine/load_settings.ts";
import { repositoryFor } from "../../engine/repository_for.ts";
import { openEnvironment } from "../../engine/run_environment.ts";
import { RequestQueue } from "../../engine/queue.ts";
import { wallClock } from "../../platform/clock.ts";
import type { Sandbox } from "../../platform/sandbox.ts";
import { SandboxPool } from "../../platform/sandbox_pool.ts";
import { sanitizeData } from "../../safety/sanitize_data.ts";

/** An editor waits so long for an answer; the first one brings the index up to date. Milliseconds. */
const ANSWER_MS = 15_000;

/** No tool of a plan is run: the sandbox is asked about a position. */
const PLAN: Plan = {
  tierMax: 2,
  budget: { wallMs: ANSWER_MS, maxConcurrency: 1, maxInjectedChars: 0, maxItems: 0, maxSnippets: 0 },
  calls: [],
  limits: [],
};

/** One sandbox answers one question after the other. */
const queue = new RequestQueue({ waiting: 64, waitMs: 50_000 });
const pool = new SandboxPool();

/** What was found in a repository. */
export interface Asked {
  /** Absolute, real. */
  readonly root: string;
  readonly answer: NavigationAnswer;
}

/**
 * Answers a question about the repository around a folder, in the sandbox that the tools run in, sanitized.
 *
 * @param queryOf the question, from the root; undefined where nothing is asked there
 * @throws Failure when there is no repository, no index yet, no time, or it is switched off
 */
export function ask(
  folder: string,
  queryOf: (root: string) => NavigationQuery | undefined,
  signal: AbortSignal,
): Promise<Asked> {
  return queue.run({ atATime: () => 1, signal }, () => askNow(folder, queryOf, signal));
}

async function askNow(
  folder: string,
  queryOf: (root: string) => NavigationQuery | undefined,
  signal: AbortSignal,
): Promise<Asked> {
  const { settings } = await loadSettings(folder);
  if (settings.enabled.value === "off") {
    throw new Failure("toolUnavailable", "auto-tools is switched off by its settings: CI_AUTO_TOOLS");
  }
  const repository = await repositoryFor(folder, settings);
  const { root } = repository;
  if (root === undefined) throw new Failure("repoRoot", repository.limits.join("; "));
  const environment = await openEnvironment(repository, {
    settings: { ...settings, mode: { value: "run", source: "default" } },
    plan: PLAN,
    keep: "server",
    pool,
  });
  try {
    const [sandbox] = environment.hosts;
    const query = queryOf(root);
    const found = query && sandbox ? await answerOf(sandbox, query, signal) : NOWHERE;
    await environment.confined;
    return { root, answer: sanitizeData(found) };
  } finally {
    environment.close?.();
  }
}

/** The sandbox's answer; one that takes too long or is not wanted any more is ended with its sandbox. */
async function answerOf(
  sandbox: Sandbox,
  query: NavigationQuery,
  signal: AbortSignal,
): Promise<NavigationAnswer> {
  const over = Promise.withResolvers<never>();
  const end = (why: string) => (): void => {
    sandbox.abort();
    over.reject(new Failure("timeout", why));
  };
  const cancel = end("cancelled by the client");
  const timer = setTimeout(end(`no answer within: ${ANSWER_MS} ms`), ANSWER_MS);
  signal.addEventListener("abort", cancel);
  if (signal.aborted) cancel();
  try {
    return await Promise.race([sandbox.navigate(query, wallClock() + ANSWER_MS), over.promise]);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener("abort", cancel);
  }
}
