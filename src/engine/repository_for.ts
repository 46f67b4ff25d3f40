import type { Settings } from "../model/settings.ts";
import { QUESTION_LIMIT_MS } from "../platform/git.ts";
import { findRepository } from "../platform/repository.ts";

/** The root for `cwd`: the one that the settings name, else git's top level, else the folder itself. */
export async function repositoryFor(
  cwd: string,
  settings: Settings,
): Promise<Awaited<ReturnType<typeof findRepository>>> {
  const { value: path, source } = settings.repo_root;
  const configured = path === undefined
    ? undefined
    : { path, source: source === "env" ? "env" : "config" } as const;
  return await findRepository(cwd, configured, gitLimit(settings["budget.wall_ms"].value));
}

/** Milliseconds that one question to git may take of an answer's: a git that hangs must leave time for the tools. */
export function gitLimit(wallMs: number): number {
  return Math.min(wallMs / 4, QUESTION_LIMIT_MS);
}

/** The settings with `root` as their repository, whatever they or the environment name. */
export function confinedTo(root: string, settings: Settings): Settings {
  return { ...settings, repo_root: { value: root, source: "user" } };
}
