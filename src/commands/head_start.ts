import type { ToolName } from "../model/plan.ts";
import type { Settings } from "../model/settings.ts";
import { cacheFolder, existingCacheFolder } from "../platform/cache_folder.ts";
import { realFolder, realPath } from "../platform/host_files.ts";
import { Jail } from "../platform/jail.ts";
import { mainWorkTree, nearestProject } from "../platform/project_folder.ts";
import type { Repository } from "../platform/repository.ts";
import { listFiles } from "../platform/repository.ts";
import type { StandbyCall } from "../platform/standby_call.ts";
import { PROGRAM, WORKER } from "../program.ts";
import { joinStandby } from "./ask_standby.ts";
import { gitLimit, repositoryFor } from "./repository_for.ts";
import type { Listed } from "./repository_view.ts";
import { listedBy, outlineOf, rulesOf, show } from "./repository_view.ts";

/** What is begun before it is known what will be looked for, beside the loading of the code that finds that out. */
export interface HeadStart {
  readonly repository: ReturnType<typeof repositoryFor>;
  /** Undefined where nobody stands by, or for another root than git names. */
  readonly standby: Promise<StandbyCall | undefined>;
  /** Undefined where somebody stands by, where nothing was begun, or for another root than git names. */
  readonly begun: Promise<Begun | undefined>;
}

/** A jail that was shown the repository. */
export interface Begun {
  readonly jail: Jail;
  readonly listed: Promise<Listed | undefined>;
}

/** How long the rest of the code waits for git to be heard, which takes no longer as a rule. Milliseconds. */
const GIT_FIRST_MS = 8;

/** Until the jail was shown the repository, or git takes longer than most. */
export async function shownSoon({ begun }: HeadStart): Promise<void> {
  const shown = begun.then((one) => one?.listed);
  await Promise.race([shown, new Promise((resolve) => setTimeout(resolve, GIT_FIRST_MS))]);
}

/** Whatever is asked, these look. */
const USUAL_TOOLS: readonly ToolName[] = ["ci_index_status", "ci_search", "ci_graph_rag"];

/**
 * Has git find the root for `cwd`. Where the folder with `.git` was asked about before, whoever stands by for it is called,
 * else git's listing and a jail are started at once; either is shown the repository when git has confirmed that this is the
 * root. Nothing is written.
 */
export function headStart(cwd: string, settings: Settings): HeadStart {
  const guess = settings.mode.value === "plan" ? undefined : guessFor(cwd, settings);
  const called = guess && joinStandby(guess.root, settings);
  const repository = repositoryFor(cwd, settings);
  const standby = guess && called?.then((call) => call && kept(call, guess, repository));
  const begun = guess && called?.then((call) => call ? undefined : begin(guess, settings, repository));
  return { repository, standby: Promise.resolve(standby), begun: Promise.resolve(begun) };
}

/** A root that git has not confirmed, and the cache of its main work tree. */
interface Guess {
  readonly root: string;
  readonly cache: string;
}

function guessFor(cwd: string, settings: Settings): Guess | undefined {
  const folder = settings.repo_root.value ?? nearestProject(cwd);
  const root = folder === undefined ? undefined : realFolder(folder);
  if (root === undefined || realPath(`${root}/.git`) === undefined) return undefined;
  const cache = existingCacheFolder(mainWorkTree(root));
  return cache === undefined ? undefined : { root, cache };
}

async function kept(
  call: StandbyCall,
  guess: Guess,
  repository: HeadStart["repository"],
): Promise<StandbyCall | undefined> {
  if (isFor(guess, await repository)) return call;
  call.close();
  return undefined;
}

async function begin(
  { root, cache }: Guess,
  settings: Settings,
  repository: HeadStart["repository"],
): Promise<Begun | undefined> {
  const listing = listFiles(root, gitLimit(settings["budget.wall_ms"].value));
  const jail = new Jail({ module: WORKER, program: PROGRAM, root, cache });
  jail.prepare(USUAL_TOOLS);
  const found = await repository;
  if (!isFor({ root, cache }, found)) {
    listing.kill();
    jail.abort();
    return undefined;
  }
  const listed = listedBy(listing.answer).then((listed) => {
    show(jail, outlineOf(found, cache, rulesOf(settings)), listed);
    return listed;
  });
  return { jail, listed };
}

function isFor(
  guess: Guess,
  found: Awaited<HeadStart["repository"]>,
): found is Repository {
  return found.root === guess.root && found.facts.rootSource !== "cwd" &&
    cacheFolder(found.main) === guess.cache;
}
