import type { RepositoryView, ViewRules } from "../model/sandbox.ts";
import type { Settings } from "../model/settings.ts";
import { packedFiles } from "../platform/assets.ts";
import { env } from "../platform/host_files.ts";
import type { GitAnswer } from "../platform/git.ts";
import { Sandbox } from "../platform/sandbox.ts";
import { programStamp } from "../platform/program_name.ts";
import type { Repository } from "../platform/repository.ts";
import { StatTable } from "../platform/stat_table.ts";
import { INDEX_HELPER, IS_BUNDLED, PROGRAM, VERSION, WORKER } from "../platform/program.ts";

/** A repository as a sandbox is shown it, apart from what git lists. */
export type Outline = Omit<RepositoryView, "listing" | "stats" | "look">;

/** Git's listing, and the table of the files' sizes and times that this thread and the sandboxes fill together. */
export interface Listed {
  readonly listing: Uint8Array<ArrayBuffer>;
  readonly stats: StatTable;
  /** See {@link RepositoryView}. */
  readonly look?: number;
}

/** Returns the settings of the view. */
export function rulesOf(settings: Settings): ViewRules {
  return { exclude: settings.exclude.value, ttlMs: settings["cache.ttl_s"].value * 1000 };
}

/** The outline for a program that writes to `cache`, if anywhere. */
export function outlineOf(
  { root, facts }: Pick<Repository, "root" | "facts">,
  cache: string | undefined,
  { exclude, ttlMs }: ViewRules,
): Outline {
  const fault = env("CI_AUTO_TOOLS_FAULT");
  return {
    root,
    facts,
    assets: packedFiles(),
    helper: INDEX_HELPER,
    rules: VERSION,
    exclude,
    ...(fault && { fault }),
    ...(cache && { cache }),
    ...(ttlMs > 0 && { answers: { ttlMs, program: programStamp() } }),
  };
}

/** Git's listing; undefined without an answer. */
export async function listedBy(answer: Promise<GitAnswer> | undefined): Promise<Listed | undefined> {
  const reply = await answer;
  return reply?.ok ? { listing: reply.stdout, stats: new StatTable(reply.stdout) } : undefined;
}

/**
 * Starts a sandbox that sees nothing yet.
 *
 * @param cache folder of the repository's cache; undefined: nothing is stored
 */
export function startSandbox(root: string, cache: string | undefined): Sandbox {
  const script = IS_BUNDLED && { script: packedFiles() };
  return new Sandbox({ module: WORKER, program: PROGRAM, root, ...script, ...(cache && { cache }) });
}

/** Opens a sandbox; without a listing it walks the folders. */
export function show(sandbox: Sandbox, outline: Outline, listed: Listed | undefined): void {
  sandbox.open({
    ...outline,
    ...(listed && { listing: listed.listing.slice(), stats: listed.stats.buffer }),
    ...(listed?.look !== undefined && { look: listed.look }),
  });
}
