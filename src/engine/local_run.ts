import type { RequestResult, RequestTimes } from "./attempt.ts";
import type { Plan } from "../model/calls.ts";
import type { Settings } from "../model/settings.ts";
import type { SandboxTask } from "../model/prompt.ts";
import type { ToolName } from "../model/tools.ts";
import { cacheFolder, existingCacheFolder } from "../platform/state_files.ts";
import { realFolder, realPath } from "../platform/host_files.ts";
import { memoryInUse } from "../platform/memory.ts";
import { dropRight } from "../platform/permissions.ts";
import { mainWorkTree, nearestProject } from "../platform/git_folder.ts";
import type { Repository } from "../platform/repository.ts";
import type { Sandbox } from "../platform/sandbox.ts";
import { type Environment, RepositoryRun } from "./repository_run.ts";
import type { EngineProcess } from "./process.ts";
import { startDaemon } from "./daemon/start.ts";
import { gitLimit, repositoryFor } from "./repository_for.ts";
import { rulesOf } from "./repository_view.ts";
import type { SemanticQuestion } from "./semantic_question.ts";
import { startIndex, startVectors } from "./background.ts";
import { isUnbuilt } from "./symbols_file.ts";
import { waitForTeam } from "./wait_for_team.ts";
import type { CkbLink } from "./start_ckb.ts";

/** With more time than this the index of any repository is built meanwhile. Milliseconds. */
const PATIENT_MS = 20_000;
/** A server that holds more than this has its next call answered by a new sandbox. Bytes. */
const MOST_MEMORY = 350 * 1024 * 1024;
/** Tools that look whatever is asked. */
const USUAL_TOOLS: readonly ToolName[] = ["ci_index_status", "ci_search", "ci_graph_rag"];

/** A root that git has not confirmed, with a cache. */
export interface CachedPlace {
  readonly root: string;
  readonly cache: string;
}

/** The root for `cwd` as the files say, before git is asked; undefined where nothing was ever asked. */
export function guessFor(cwd: string, settings: Settings): CachedPlace | undefined {
  const folder = settings.repo_root.value ?? nearestProject(cwd);
  const root = folder === undefined ? undefined : realFolder(folder);
  if (root === undefined || realPath(`${root}/.git`) === undefined) return undefined;
  const cache = existingCacheFolder(mainWorkTree(root));
  return cache === undefined ? undefined : { root, cache };
}

/** True if git confirmed the guess. */
export function isFor(
  guess: CachedPlace,
  found: Awaited<ReturnType<typeof repositoryFor>>,
): found is Repository {
  return found.root === guess.root && found.facts.rootSource !== "cwd" &&
    cacheFolder(found.main) === guess.cache;
}

/** Requirements of a local run's task. */
export interface LocalNeeds {
  readonly plan: Plan;
  /** The question on its way to a vector. */
  readonly question: SemanticQuestion | undefined;
}

/** A request that this process works on itself, in a sandbox of its own or one that it kept. */
export class LocalRun {
  readonly #repository: ReturnType<typeof repositoryFor>;
  readonly #guess: CachedPlace | undefined;
  #run: RepositoryRun | undefined;
  #link: CkbLink | undefined;
  #endSearch = (): void => {};

  /**
   * Starts the common work of requests: git finds the root and lists, a sandbox loads its code. Nothing is written.
   *
   * @param found git's facts of the folder, if already known
   */
  constructor(
    cwd: string,
    private readonly settings: Settings,
    private readonly process: EngineProcess,
    found?: ReturnType<typeof repositoryFor>,
  ) {
    this.#guess = settings.mode.value === "plan" ? undefined : guessFor(cwd, settings);
    if (this.#guess) this.#run = this.#begin(this.#guess);
    this.#repository = found ?? repositoryFor(cwd, settings);
  }

  /** Git's facts of the folder. */
  get repository(): ReturnType<typeof repositoryFor> {
    return this.#repository;
  }

  /** Works on a task about the repository, which git has confirmed. This thread has given up its right to connect by then. */
  async work(
    repository: Repository,
    task: SandboxTask,
    { plan, question }: LocalNeeds,
    times: RequestTimes,
  ): Promise<RequestResult> {
    const run = this.#runFor(repository);
    run.facts(repository.facts);
    const isHurried = plan.budget.wallMs < PATIENT_MS;
    const cache = cacheFolder(repository.main);
    if (isHurried) await waitForTeam(repository, this.settings, plan.budget.wallMs);
    this.#link = await this.#linkCkb(repository.root, plan);
    // The threads that connect are started; the other rights are needed until the files were looked at.
    dropRight("net");
    const isSearched = isHurried && repository.facts.isGit === true && isUnbuilt(cache);
    const findNamed = isSearched ? (await import("./find_named.ts")).findNamed : undefined;
    if (isHurried) void run.listed.then((listed) => this.#startBesides(repository, listed?.stats.count));
    const space = question?.begin(cache);
    if (question && space) {
      void run.listed.then(() => question.send((query) => run.vector(query)));
      if (cache !== undefined) startVectors(repository.root, cache, space);
    }
    const prepare = (sandbox: Sandbox): void => {
      this.#giveLine(sandbox);
      this.#endSearch();
      if (findNamed) this.#endSearch = findNamed(repository.root, plan, sandbox);
    };
    return await run.work(task, { plan, space, prepare }, times);
  }

  /** The request is over. */
  end(): void {
    this.#endSearch();
    // A link from outside serves the next answer too.
    if (this.#link !== this.process.ckb) this.#link?.end();
    this.#run?.end();
  }

  #begin({ root, cache }: { readonly root: string; readonly cache: string | undefined }): RepositoryRun {
    const { settings, process: { pool } } = this;
    if (memoryInUse() > MOST_MEMORY) pool?.clear();
    const environment: Environment = { root, cache, pool };
    const run = new RepositoryRun(environment, rulesOf(settings));
    run.begin(gitLimit(settings["budget.wall_ms"].value), USUAL_TOOLS);
    return run;
  }

  /** The prewarmed run, if git confirmed its root. */
  #runFor(repository: Repository): RepositoryRun {
    if (this.#run && this.#guess && isFor(this.#guess, repository)) return this.#run;
    this.#run?.end();
    const { root, main, facts } = repository;
    const environment = { root, cache: cacheFolder(main) };
    return this.#run = facts.isGit
      ? this.#begin(environment)
      : new RepositoryRun({ ...environment, pool: this.process.pool }, rulesOf(this.settings));
  }

  /** Starts in the background what the next prompts need: an index that no prompt has the time for, a daemon. */
  #startBesides({ root, main }: Repository, files: number | undefined): void {
    const cache = files === undefined ? undefined : cacheFolder(main);
    if (files === undefined || !cache) return;
    startIndex(root, cache, files);
    if (this.#guess && this.process.keep === "once") {
      startDaemon(root, { cache, files, settings: this.settings });
    }
  }

  /** The link to the server that the user's own configuration names, where the plan has a tool it answers for. */
  async #linkCkb(root: string, plan: Plan): Promise<CkbLink | undefined> {
    const { settings, process: { ckb } } = this;
    const server = settings["ckb.server"].value;
    if (server === undefined) return undefined;
    const { ckbTools, startCkb } = await import("./start_ckb.ts");
    if (ckbTools(settings, plan.calls.map((call) => call.tool)).length === 0) return undefined;
    return ckb?.server === server ? ckb : startCkb(settings, root);
  }

  #giveLine(sandbox: Sandbox): void {
    const line = this.#link?.line();
    if (line) sandbox.tell(line, line.port ? [line.port] : []);
  }
}
