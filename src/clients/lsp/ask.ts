import { Failure, failureOf } from "../../model/errors.ts";
import { type NavigationAnswer, type NavigationQuery, NOWHERE } from "../../model/navigation.ts";
import { planOfOne } from "../../model/calls.ts";
import type { Engine } from "../../engine/engine.ts";
import { loadSettings } from "../../engine/load_settings.ts";
import { repositoryFor } from "../../engine/repository_for.ts";
import { sanitizeData, Sanitizer } from "../../safety/sanitize.ts";

/** Result in a repository. */
export interface Asked {
  /** Absolute, real. */
  readonly root: string;
  readonly answer: NavigationAnswer;
}

/** Options of a question. */
export interface AskOptions {
  readonly engine: Engine;
  /** The question, from the root; undefined where nothing is asked there. */
  readonly queryOf: (root: string) => NavigationQuery | undefined;
  readonly signal: AbortSignal;
}

/**
 * Answers a question about the repository around a folder, sanitized.
 *
 * @throws Failure when there is no repository, no index yet, no time, or it is switched off
 */
export async function ask(cwd: string, { engine, queryOf, signal }: AskOptions): Promise<Asked> {
  const { settings } = await loadSettings(cwd);
  if (settings.enabled.value === "off") {
    throw new Failure("toolUnavailable", "auto-tools is switched off by its settings: CI_AUTO_TOOLS");
  }
  const repository = await repositoryFor(cwd, settings);
  const { root } = repository;
  if (root === undefined) throw new Failure("repoRoot", repository.limits.join("; "));
  const navigation = queryOf(root);
  if (!navigation) return { root, answer: NOWHERE };
  const timeoutMs = settings["tools.navigate.timeout_ms"].value;
  // An editor waits for an answer; the first one brings the index up to date.
  const call = {
    tool: "navigate",
    tier: 1,
    reason: "asked for by the editor",
    args: { navigation },
    timeoutMs,
  } as const;
  const called = await engine.call({
    cwd,
    plan: planOfOne(call, timeoutMs),
    settings: { ...settings, mode: { value: "run", source: "default" } },
    repository: Promise.resolve(repository),
    sanitizer: new Sanitizer(),
    byDaemon: false,
    signal,
  });
  const [outcome] = called.root ? called.outcomes : [];
  if (outcome?.error) throw failureOf(outcome.error);
  return { root, answer: sanitizeData(outcome?.findings?.data as NavigationAnswer | undefined ?? NOWHERE) };
}
