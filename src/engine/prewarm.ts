import type { ToolName } from "../model/tools.ts";
import { DEEP_EXTRA_MS } from "../model/plan.ts";
import type { Settings } from "../model/settings.ts";
import { clock } from "../platform/clock.ts";
import { leaveAfter } from "../platform/exit_deadline.ts";
import { startOfPrompt } from "./prompt_time.ts";
import { cacheFolder, existingCacheFolder } from "../platform/cache_folder.ts";
import { realFolder, realPath } from "../platform/host_files.ts";
import type { Sandbox } from "../platform/sandbox.ts";
import { mainWorkTree, nearestProject } from "../platform/project_folder.ts";
import type { Repository } from "../platform/repository.ts";
import { listFiles } from "../platform/repository.ts";
import type { PromptQuestion, PromptReply } from "../model/prompt.ts";
import type { Asked, Place } from "./daemon/ask.ts";
import { askForPrompt, receiveAnswer } from "./daemon/ask_prompt.ts";
import { isUnbuilt } from "./unbuilt.ts";
import { gitLimit, repositoryFor } from "./repository_for.ts";
import type { Listed } from "./repository_view.ts";
import { listedBy, outlineOf, rulesOf, show, startSandbox } from "./repository_view.ts";

/** What is begun before it is known what will be looked for, beside the loading of the code that finds that out. */
export interface Prewarm {
  readonly repository: ReturnType<typeof repositoryFor>;
  /** The daemon that was asked; undefined if none runs. For the root that git names, or for another. */
  readonly asked: Asked | undefined;
  /** Undefined if a daemon runs, if nothing was started, or for another root than git names. */
  readonly begun: Promise<Begun | undefined>;
  /** Milliseconds of the prompt's time that this process took to get here. */
  readonly startMs: number;
}

/** What this process still has to load and open takes that many times as long as its start did, where no daemon helps. */
const COLD_TIMES = 2;

/** Whether a daemon was waited for so long that this process cannot answer any more: trying would only slow down the others. */
export function isTooLate({ asked, startMs }: Prewarm): boolean {
  return asked !== undefined && startOfPrompt() + asked.wallMs - clock() < COLD_TIMES * startMs;
}

/** A sandbox that was shown the repository. */
export interface Begun {
  readonly sandbox: Sandbox;
  readonly listed: Promise<Listed | undefined>;
}

/** How long the rest of the code waits for git to be heard, which takes no longer as a rule. Milliseconds. */
const GIT_FIRST_MS = 8;

/** Until the sandbox was shown the repository, or git takes longer than most. */
export async function shownSoon({ begun }: Prewarm): Promise<void> {
  const shown = begun.then((one) => one?.listed);
  await Promise.race([shown, new Promise((resolve) => setTimeout(resolve, GIT_FIRST_MS))]);
}

/** Whatever is asked, these look. */
const USUAL_TOOLS: readonly ToolName[] = ["ci_index_status", "ci_search", "ci_graph_rag"];

/**
 * Has git find the root for a prompt. Where the folder with `.git` was asked about before, the daemon for it is asked,
 * else git's listing and a sandbox are started at once; the sandbox is shown the repository when git has confirmed that this is the
 * root. Nothing is written.
 */
export async function prewarm(question: PromptQuestion): Promise<Prewarm> {
  const { request: { cwd }, resolved: { settings } } = question;
  const startMs = clock() - startOfPrompt();
  const wallMs = settings["budget.wall_ms"].value;
  // Whatever happens, the prompt is not held up longer; the plan may say that it is sooner.
  leaveAfter(wallMs + DEEP_EXTRA_MS - startMs);
  const guess = settings.mode.value === "plan" ? undefined : guessFor(cwd, settings);
  // First of all: to start git takes this thread some milliseconds.
  const asked = guess && await askForPrompt(guess, question);
  const repository = repositoryFor(cwd, settings);
  const begun = guess && !asked ? begin(guess, settings, repository) : undefined;
  return { repository, asked, begun: Promise.resolve(begun), startMs };
}

/** The daemon's answer; undefined if none runs, if it is not for this root, or if it did not reply. */
export async function elsewhere(
  { asked, repository }: Prewarm,
  question: PromptQuestion,
): Promise<PromptReply | undefined> {
  if (!asked) return undefined;
  if (await asked.isThere) {
    const found = await repository;
    if (isFor(asked.place, found)) return await receiveAnswer(asked, found, question);
  }
  asked.call.close();
  return undefined;
}

/** A root that git has not confirmed, with a cache. */
export type CachedPlace = Place & { readonly cache: string };

/** The root for `cwd` as the files say, before git is asked; undefined where nothing was ever asked. */
export function guessFor(cwd: string, settings: Settings): CachedPlace | undefined {
  const folder = settings.repo_root.value ?? nearestProject(cwd);
  const root = folder === undefined ? undefined : realFolder(folder);
  if (root === undefined || realPath(`${root}/.git`) === undefined) return undefined;
  const cache = existingCacheFolder(mainWorkTree(root));
  return cache === undefined ? undefined : { root, cache };
}

async function begin(
  { root, cache }: CachedPlace,
  settings: Settings,
  repository: Prewarm["repository"],
): Promise<Begun | undefined> {
  const listing = listFiles(root, gitLimit(settings["budget.wall_ms"].value));
  const sandbox = startSandbox(root, cache);
  sandbox.prepare(USUAL_TOOLS);
  const found = await repository;
  if (!isFor({ root, cache }, found)) {
    listing.kill();
    sandbox.abort();
    return undefined;
  }
  const outline = outlineOf(found, cache, rulesOf(settings));
  if (!isUnbuilt(cache)) sandbox.expect(outline);
  const listed = listedBy(listing.answer).then((listed) => {
    show(sandbox, outline, listed);
    return listed;
  });
  return { sandbox, listed };
}

/** Whether git confirmed the guess. */
export function isFor(
  guess: Place,
  found: Awaited<Prewarm["repository"]>,
): found is Repository {
  return found.root === guess.root && found.facts.rootSource !== "cwd" &&
    cacheFolder(found.main) === guess.cache;
}
