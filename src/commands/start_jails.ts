import type { RepositoryView, ToJail } from "../model/jail.ts";
import type { Settings } from "../model/settings.ts";
import type { lanesOf } from "../orchestrator/run.ts";
import { cacheFolder } from "../platform/cache_folder.ts";
import { env } from "../platform/environment.ts";
import { Jail } from "../platform/jail.ts";
import { programStamp } from "../platform/program_name.ts";
import type { Repository } from "../platform/repository.ts";
import { StatTable } from "../platform/stat_table.ts";
import { ASSETS, INDEX_HELPER, PROGRAM, VERSION, WORKER } from "../program.ts";
import type { SemanticQuestion } from "./semantic.ts";

/** How long this thread keeps its rights for git to list, and then to look at sizes and times. Milliseconds. */
const LISTING_WAIT_MS = 300;
const LOOK_MS = 150;

/** The jails, and when this thread needs its rights no longer for them. */
export interface Started {
  readonly hosts: readonly Jail[];
  readonly looked: Promise<void>;
}

/** For plans that nothing is run of. */
export const NO_JAILS: Started = { hosts: [], looked: Promise.resolve() };

/** What the jails are for. */
export interface JailsOptions {
  readonly settings: Settings;
  /** What meaning is looked for, as soon as it is known who is asked. */
  readonly question: Promise<SemanticQuestion | undefined> | undefined;
}

/**
 * Starts the jails and hands git's listing to each as soon as it is there; without git they walk the folders. While they
 * load their code and open the index, this thread begins to look at the files' sizes and times for them.
 */
export function startJails(
  lanes: ReturnType<typeof lanesOf>,
  repository: Repository,
  options: JailsOptions,
): Started {
  const { root } = repository;
  // git lists while this thread waits for the workers to come up.
  const listing = repository.list();
  const cache = cacheFolder(repository.main);
  const hosts = lanes.map((calls) => {
    const jail = new Jail({ module: WORKER, program: PROGRAM, root, ...(cache && { cache }) });
    jail.prepare(calls.map((call) => call.tool));
    return jail;
  });
  const view = viewOf(repository, cache, options.settings);
  let isLate = false;
  const late = new Promise<void>((resolve) => setTimeout(resolve, LISTING_WAIT_MS)).then(() => {
    isLate = true;
  });
  let stats: StatTable | undefined;
  const opened = (listing?.answer ?? Promise.resolve(undefined)).then(async (said) => {
    const question = await options.question;
    const semantic = question?.begin(cache);
    stats = said?.ok ? new StatTable(said.stdout) : undefined;
    for (const jail of hosts) {
      jail.open({
        ...view,
        ...(semantic && { semantic }),
        ...(said?.ok && stats && { listing: said.stdout.slice(), stats: stats.buffer }),
      });
    }
    // Redaction takes this thread some milliseconds, so the jails are opened first.
    void question?.send((query) => {
      for (const jail of hosts) jail.tell({ type: "semantic", query } satisfies ToJail);
    });
    if (!isLate) await stats?.fill(root, LOOK_MS);
  });
  const looked = Promise.race([opened, late]).then(() => stats?.stop());
  return { hosts, looked };
}

function viewOf(
  { root, facts }: Repository,
  cache: string | undefined,
  settings: Settings,
): Omit<RepositoryView, "listing" | "stats" | "semantic"> {
  const fault = env("CI_AUTO_TOOLS_FAULT");
  return {
    root,
    facts,
    assets: ASSETS,
    helper: INDEX_HELPER,
    rules: VERSION,
    exclude: settings.exclude.value,
    ...(fault && { fault }),
    ...(cache && { cache }),
    ...(settings["cache.ttl_s"].value > 0 && {
      answers: { ttlMs: settings["cache.ttl_s"].value * 1000, program: programStamp() },
    }),
  };
}
