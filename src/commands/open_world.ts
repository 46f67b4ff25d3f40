import { TOOLS } from "../analysis/registry.ts";
import type { Cap } from "../model/answer.ts";
import type { ToolName } from "../model/plan.ts";
import type { Request } from "../model/request.ts";
import type { ResolvedSettings } from "../model/settings.ts";
import type { World } from "../orchestrator/pipeline.ts";
import { clock, wallClock } from "../platform/clock.ts";
import type { Right } from "../platform/jail.ts";
import { dropRights, Jail } from "../platform/jail.ts";
import type { ConfiguredRoot, Repository } from "../platform/repository.ts";
import { findRepository } from "../platform/repository.ts";
import { PROGRAM, WORKER } from "../program.ts";

/** Rights the main thread keeps once the jail stands; a Codex turn still has to start `codex`. */
export interface OpenOptions {
  readonly cap: Cap;
  readonly keep?: readonly Right[];
}

/**
 * Finds the root, starts the jail and git's listing side by side, then gives up this thread's rights. Undefined with
 * the reasons where there is nothing that may be read.
 */
export async function openWorld(
  request: Request,
  { settings, problems }: ResolvedSettings,
  options: OpenOptions,
): Promise<World | { readonly settings: undefined; readonly limits: readonly string[] }> {
  const repository = await findRepository(request.cwd, configuredRoot(settings.repo_root));
  const limits = [...problems, ...repository.limits];
  if (repository.root === undefined) return { settings: undefined, limits };
  const planOnly = settings.mode.value === "plan";
  const first = planOnly ? undefined : startJail(repository, settings.exclude.value, options.keep);
  let next: Jail | undefined = first;
  return {
    settings,
    root: { path: repository.root, source: repository.facts.rootSource },
    available: Object.keys(TOOLS) as ToolName[],
    limits,
    host: () => {
      const host = next;
      next = undefined;
      if (host) return host;
      // The rights to start another jail are gone by design: calls after a forced end say so.
      const ended = { run: () => Promise.reject(new Error("the jail was closed")), abort: () => {} };
      return ended;
    },
    clock,
    wallClock,
    startedAt: 0,
    clientCap: options.cap,
  };
}

function configuredRoot(setting: ResolvedSettings["settings"]["repo_root"]): ConfiguredRoot | undefined {
  if (setting.value === undefined) return undefined;
  return { path: setting.value, source: setting.source === "env" ? "env" : "config" };
}

function startJail(repository: Repository, exclude: readonly string[], keep?: OpenOptions["keep"]): Jail {
  const jail = new Jail({ module: WORKER, program: PROGRAM, root: repository.root });
  const listing = repository.list();
  dropRights(keep);
  const open = (paths?: Uint8Array<ArrayBuffer>): void =>
    jail.open({ root: repository.root, facts: repository.facts, exclude, ...(paths && { listing: paths }) });
  if (!listing) open();
  else void listing.answer.then((answer) => answer.ok ? open(answer.stdout) : open());
  return jail;
}
