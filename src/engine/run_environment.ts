import type { ToSandbox } from "../model/sandbox.ts";
import type { Plan } from "../model/plan.ts";
import type { Settings } from "../model/settings.ts";
import type { Ranking, RunEnvironment } from "../pipeline/environment.ts";
import { lanesOf } from "../pipeline/run.ts";
import { cacheFolder } from "../platform/cache_folder.ts";
import type { Sandbox } from "../platform/sandbox.ts";
import { memoryInUse } from "../platform/memory.ts";
import { dropRight, dropRights } from "../platform/permissions.ts";
import type { SandboxPool } from "../platform/sandbox_pool.ts";
import type { Repository } from "../platform/repository.ts";
import { isLargeIndex } from "./large_index.ts";
import { isUnbuilt } from "./unbuilt.ts";
import type { EngineProcess } from "./process.ts";
import type { Prewarm } from "./prewarm.ts";
import type { Listed } from "./repository_view.ts";
import type { RerankSide } from "./reranker.ts";
import type { SemanticQuestion } from "./semantic_question.ts";
import type { Started } from "./start_sandboxes.ts";
import { NO_SANDBOXES, startSandboxes } from "./start_sandboxes.ts";
import { startIndex } from "./start_index.ts";
import { startDaemon } from "./daemon/start.ts";
import { startVectors } from "./start_vectors.ts";
import { warmBeside } from "./warm_beside.ts";
import { waitForTeam } from "./wait_for_team.ts";
import { streamHistory } from "./stream_history.ts";
import type { CkbLink } from "./start_ckb.ts";

/** What a run environment is for. */
export interface EnvironmentOptions extends Pick<EngineProcess, "keep" | "ckb" | "pool"> {
  readonly settings: Settings;
  readonly plan: Plan;
  /** Called with the root before this thread gives up its rights: the last moment to open a file. */
  readonly prepare?: ((root: string) => void) | undefined;
  /** What meaning is looked for; absent: none is. */
  readonly question?: string | undefined;
  /** That question on its way to a vector. */
  readonly asking?: Promise<SemanticQuestion | undefined> | undefined;
  /** What stands in for a model, or was opened when this thread had its rights. */
  readonly rerank?: RerankSide | undefined;
  /** The first sandbox, where it was begun before the plan was known. */
  readonly begun?: Prewarm["begun"] | undefined;
}

/** A run environment whose hosts are sandboxes of this process. */
export interface SandboxEnvironment extends RunEnvironment {
  readonly hosts: readonly Sandbox[];
}

/**
 * Starts a sandbox per lane and git's listing side by side, then gives up this thread's rights; `confined` tells when. In
 * plan mode nothing is started.
 */
export async function openEnvironment(
  repository: Repository,
  options: EnvironmentOptions,
): Promise<SandboxEnvironment> {
  const { settings, plan, pool } = options;
  const planOnly = settings.mode.value === "plan";
  if (!planOnly && isHurried(plan)) {
    await waitForTeam(repository, settings, plan.budget.wallMs);
  }
  const link = planOnly ? undefined : await linkCkb(repository.root, options);
  const cache = cacheFolder(repository.main);
  const isLarge = !planOnly && isLargeIndex(cache);
  const lacksIndex = !planOnly && isHurried(plan) && repository.facts.isGit === true && isUnbuilt(cache);
  // Each sandbox opens the index.
  const lanes = isLarge || lacksIndex ? [plan.calls] : lanesOf(plan);
  const begun = await options.begun;
  const started = planOnly
    ? NO_SANDBOXES
    : startSandboxes(lanes, repository, { settings, begun, pool, isLarge });
  const endSearch = lacksIndex
    ? (await import("./find_named.ts")).findNamed(repository.root, plan, started.hosts)
    : () => {};
  try {
    const environment = await equip(started, { repository, link, lanes }, options);
    return { ...environment, close: () => (endSearch(), environment.close?.()) };
  } catch (error) {
    endSearch();
    for (const sandbox of started.hosts) sandbox.abort();
    if (link !== options.ckb) link?.end();
    throw error;
  }
}

/** What an environment is made of besides its sandboxes. */
interface Parts {
  readonly repository: Repository;
  readonly link: CkbLink | undefined;
  readonly lanes: ReturnType<typeof lanesOf>;
}

/** Tells the sandboxes what their calls need, then gives up this thread's rights. */
async function equip(
  { hosts, opened, look }: Started,
  { repository, link, lanes }: Parts,
  options: EnvironmentOptions,
): Promise<SandboxEnvironment> {
  const { settings, plan, keep, pool } = options;
  const { wallMs } = plan.budget;
  const planOnly = settings.mode.value === "plan";
  for (const sandbox of hosts) giveLine(sandbox, link);
  const { root, facts } = repository;
  const cached = cacheFolder(repository.main);
  const isGit = facts.isGit === true;
  const past = { root, isGit, cache: cached, lanes, exclude: settings.exclude.value, wallMs };
  const endHistory = planOnly ? () => {} : await streamHistory(hosts, past);
  if (isHurried(plan)) void opened.then((listed) => startBesides(repository, listed, options));
  const question = await options.asking;
  const cache = question && cached;
  const space = question?.begin(cache);
  if (question && space) {
    for (const sandbox of hosts) sandbox.tell({ type: "question", space } satisfies ToSandbox);
    // Redaction takes this thread some milliseconds, so the sandboxes are opened first.
    void opened.then(() => sendQuestion(question, hosts));
    if (cache !== undefined) startVectors(repository.root, cache, space);
  }
  if (!planOnly) options.prepare?.(repository.root);
  if (pool) warmBeside(repository.root);
  const ranking = planOnly ? undefined : await openRanking(options);
  const note = question?.space || ranking ? await openUses(repository.root) : undefined;
  // The worker that connects was started; the other rights are needed until the files were looked at.
  dropRight("net");
  return {
    root: { path: repository.root, source: repository.facts.rootSource },
    limits: repository.limits,
    hosts,
    confined: look().then(() => dropRights(keep)),
    ...(question && { semantic: question }),
    ...(ranking && { ranking }),
    ...(note && { note }),
    close: () => {
      endHistory();
      // A link from outside serves the next answer too.
      if (link !== options.ckb) link?.end();
      // A vector that comes late would be taken for the next question's.
      const isKept = !question?.space && memoryInUse() < MOST_MEMORY;
      if (pool) putAway(hosts, { root, pool, isKept });
    },
  };
}

/** A server that holds more than this has its next call answered by a new sandbox. Bytes. */
const MOST_MEMORY = 350 * 1024 * 1024;

/** Keeps one of the sandboxes for the next call and ends the others. */
function putAway(
  hosts: readonly Sandbox[],
  { root, pool, isKept }: { readonly root: string; readonly pool: SandboxPool; readonly isKept: boolean },
): void {
  const kept = isKept ? hosts.find((sandbox) => sandbox.isIdle) : undefined;
  for (const sandbox of hosts) if (sandbox !== kept) sandbox.abort();
  if (kept) pool.put(root, kept);
}

/** With more time than this the index of any repository is built meanwhile. */
const PATIENT_MS = 20_000;

function isHurried({ budget }: Plan): boolean {
  return budget.wallMs < PATIENT_MS;
}

/** What is started in the background for the next prompts: an index that no prompt has the time for, a daemon. */
function startBesides(
  { root, main }: Repository,
  listed: Listed | undefined,
  { settings, begun, keep }: EnvironmentOptions,
): void {
  const cache = listed && cacheFolder(main);
  if (!listed || !cache) return;
  const { count } = listed.stats;
  startIndex(root, cache, count);
  // Only for a hook something was begun: it is the one that is called again. One that keeps rights to ask others has no daemon.
  if (begun && keep === "once") startDaemon(root, { cache, files: count, settings });
}

/** The link to the server that the user's own configuration names, where the plan has a tool it answers for. */
async function linkCkb(
  root: string,
  { settings, plan, ckb }: EnvironmentOptions,
): Promise<CkbLink | undefined> {
  const server = settings["ckb.server"].value;
  if (server === undefined) return undefined;
  const { ckbTools, startCkb } = await import("./start_ckb.ts");
  if (ckbTools(settings, plan.calls.map((call) => call.tool)).length === 0) return undefined;
  return ckb?.server === server ? ckb : startCkb(settings, root);
}

function giveLine(sandbox: Sandbox, link: CkbLink | undefined): void {
  const line = link?.line();
  if (line) sandbox.tell(line, line.port ? [line.port] : []);
}

async function sendQuestion(question: SemanticQuestion, hosts: readonly Sandbox[]): Promise<void> {
  await question.send((query) => {
    for (const sandbox of hosts) sandbox.tell({ type: "semantic", query } satisfies ToSandbox);
  });
}

/** What puts the findings in order; undefined where no model is to. */
async function openRanking({ question, settings, rerank }: EnvironmentOptions): Promise<Ranking | undefined> {
  if (question === undefined || (!rerank && !settings["reranker.enabled"].value)) return undefined;
  const { openReranker, rankingOf } = await import("./reranker.ts");
  return rankingOf(question, rerank ?? openReranker(settings), settings);
}

/** Opens the timeline for what models are asked, while files may still be opened. */
async function openUses(root: string): Promise<NonNullable<RunEnvironment["note"]>> {
  const [{ openState }, { TIMELINE, timelineLine }] = await Promise.all([
    import("../platform/state_files.ts"),
    import("../timeline/journal.ts"),
  ]);
  const append = openState(root)?.openAppend(TIMELINE);
  return (uses) => {
    for (const use of uses) append?.(timelineLine({ event: "model:asked", ...use }));
  };
}
