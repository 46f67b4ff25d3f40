import type { Plan } from "../model/plan.ts";
import type { Settings } from "../model/settings.ts";
import type { Ground } from "../orchestrator/pipeline.ts";
import { lanesOf } from "../orchestrator/run.ts";
import type { Right } from "../platform/jail.ts";
import { dropRights, Jail } from "../platform/jail.ts";
import type { ConfiguredRoot, Repository } from "../platform/repository.ts";
import { findRepository } from "../platform/repository.ts";
import { PROGRAM, WORKER } from "../program.ts";

/** What the ground is for. */
export interface GroundOptions {
  readonly settings: Settings;
  readonly plan: Plan;
  /** Rights the main thread keeps. */
  readonly keep: readonly Right[];
}

/**
 * Finds the root, starts a jail per lane and git's listing side by side, then gives up this thread's rights. In plan
 * mode nothing is started.
 */
export async function openGround(cwd: string, { settings, plan, keep }: GroundOptions): Promise<Ground> {
  const repository = await findRepository(cwd, configuredRoot(settings.repo_root));
  if (repository.root === undefined) return { root: undefined, limits: repository.limits, hosts: [] };
  const planOnly = settings.mode.value === "plan";
  const hosts = planOnly ? [] : lanesOf(plan).map(() => newJail(repository));
  if (!planOnly) showRepository(hosts, repository, settings);
  dropRights(keep);
  return {
    root: { path: repository.root, source: repository.facts.rootSource },
    limits: repository.limits,
    hosts,
  };
}

function configuredRoot(setting: Settings["repo_root"]): ConfiguredRoot | undefined {
  if (setting.value === undefined) return undefined;
  return { path: setting.value, source: setting.source === "env" ? "env" : "config" };
}

function newJail(repository: Repository): Jail {
  return new Jail({ module: WORKER, program: PROGRAM, root: repository.root });
}

/** Hands git's listing to every jail as soon as it is there; without git they walk the folders. */
function showRepository(jails: readonly Jail[], repository: Repository, settings: Settings): void {
  const view = { root: repository.root, facts: repository.facts, exclude: settings.exclude.value };
  const listing = repository.list();
  const answer = listing ? listing.answer : Promise.resolve(undefined);
  void answer.then((said) => {
    for (const jail of jails) jail.open({ ...view, ...(said?.ok && { listing: said.stdout.slice() }) });
  });
}
