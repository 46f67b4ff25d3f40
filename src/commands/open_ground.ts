import type { Plan } from "../model/plan.ts";
import type { Settings } from "../model/settings.ts";
import type { Ground } from "../orchestrator/pipeline.ts";
import { lanesOf } from "../orchestrator/run.ts";
import type { Right } from "../platform/jail.ts";
import { dropRights, Jail } from "../platform/jail.ts";
import type { Repository } from "../platform/repository.ts";
import { PROGRAM, WORKER } from "../program.ts";
import { repositoryFor } from "./repository_for.ts";

/** What the ground is for. */
export interface GroundOptions {
  readonly settings: Settings;
  readonly plan: Plan;
  /** Rights the main thread keeps. */
  readonly keep: readonly Right[];
  /** Called with the root before this thread gives up its rights, for what has to be opened while it may. */
  readonly prepare?: ((root: string) => void) | undefined;
}

/**
 * Finds the root, starts a jail per lane and git's listing side by side, then gives up this thread's rights. In plan
 * mode nothing is started.
 */
export async function openGround(cwd: string, options: GroundOptions): Promise<Ground> {
  const { settings, plan, keep } = options;
  const repository = await repositoryFor(cwd, settings);
  if (repository.root === undefined) return { root: undefined, limits: repository.limits, hosts: [] };
  const planOnly = settings.mode.value === "plan";
  const hosts = planOnly ? [] : lanesOf(plan).map(() => newJail(repository));
  if (!planOnly) showRepository(hosts, repository, settings);
  if (!planOnly) options.prepare?.(repository.root);
  dropRights(keep);
  return {
    root: { path: repository.root, source: repository.facts.rootSource },
    limits: repository.limits,
    hosts,
  };
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
