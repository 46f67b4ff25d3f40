import type { HistoryEvent } from "../analysis/history/session.ts";
import type { HistoryMessage } from "../jailed/history_port.ts";
import type { ToJail } from "../model/jail.ts";
import type { Plan, ToolCall, ToolName } from "../model/plan.ts";
import type { Settings } from "../model/settings.ts";
import type { Ground, Ranking } from "../orchestrator/pipeline.ts";
import { lanesOf } from "../orchestrator/run.ts";
import { cacheFolder } from "../platform/cache_folder.ts";
import type { Jail, Right } from "../platform/jail.ts";
import { dropRight, dropRights } from "../platform/jail.ts";
import { programStamp } from "../platform/program_name.ts";
import type { Repository } from "../platform/repository.ts";
import type { HeadStart } from "./head_start.ts";
import { gitLimit, repositoryFor } from "./repository_for.ts";
import type { Listed } from "./repository_view.ts";
import type { RerankSide } from "./reranker.ts";
import type { Semantic, SemanticQuestion } from "./semantic.ts";
import { NO_JAILS, startJails } from "./start_jails.ts";
import { startIndex } from "./start_index.ts";
import { startVectors } from "./start_vectors.ts";
import type { CkbLink } from "./start_ckb.ts";

/** What the ground is for. */
export interface GroundOptions {
  readonly settings: Settings;
  readonly plan: Plan;
  /** Rights the main thread keeps. */
  readonly keep: readonly Right[];
  /** Called with the root before this thread gives up its rights: the last moment to open a file. */
  readonly prepare?: ((root: string) => void) | undefined;
  /** A link to the user's CKB server that was made before this thread gave up its rights. */
  readonly ckb?: CkbLink | undefined;
  /** What meaning is looked for; absent: none is. */
  readonly question?: string;
  /** For a process that gave up its rights before: what it opened when it still had them. */
  readonly semantic?: Semantic | undefined;
  /** Likewise; also what stands in for a model. */
  readonly rerank?: RerankSide | undefined;
  /** What {@link repositoryFor} said, where it was asked before. */
  readonly repository?: Awaited<ReturnType<typeof repositoryFor>> | HeadStart["repository"] | undefined;
  /** The first jail, where it was begun before the plan was known. */
  readonly begun?: HeadStart["begun"];
}

/**
 * Finds the root, starts a jail per lane and git's listing side by side, then gives up this thread's rights; `confined`
 * tells when. In plan mode nothing is started.
 */
export async function openGround(cwd: string, options: GroundOptions): Promise<Ground> {
  const { settings, plan, keep } = options;
  const planOnly = settings.mode.value === "plan";
  const asking = planOnly ? undefined : openQuestion(options);
  const repository = await (options.repository ?? repositoryFor(cwd, settings));
  if (repository.root === undefined) {
    return { root: undefined, limits: repository.limits, hosts: [], confined: Promise.resolve() };
  }
  const link = planOnly ? undefined : await linkCkb(repository.root, options);
  const { hosts, opened, look } = planOnly
    ? NO_JAILS
    : startJails(lanesOf(plan), repository, { settings, begun: await options.begun });
  for (const jail of hosts) giveLine(jail, link);
  if (!planOnly) {
    await Promise.all([tellBase(hosts, repository, plan), tellHistory(hosts, repository, options)]);
  }
  if (plan.budget.wallMs < PATIENT_MS) void opened.then((listed) => startIndexOf(repository, listed));
  const question = await asking;
  const cache = question && cacheFolder(repository.main);
  const space = question?.begin(cache);
  if (question && space) {
    for (const jail of hosts) jail.tell({ type: "question", space } satisfies ToJail);
    // Redaction takes this thread some milliseconds, so the jails are opened first.
    void opened.then(() => sendQuestion(question, hosts));
    if (cache !== undefined) startVectors(repository.root, cache, space);
  }
  if (!planOnly) options.prepare?.(repository.root);
  const ranking = planOnly ? undefined : await openRanking(options);
  const note = question?.space || ranking ? await openUses(repository.root) : undefined;
  // Whoever connects was started; the other rights are needed until the files were looked at.
  if (!keep.includes("net")) dropRight("net");
  return {
    root: { path: repository.root, source: repository.facts.rootSource },
    limits: repository.limits,
    hosts,
    confined: look().then(() => dropRights(keep)),
    ...(question && { semantic: question }),
    ...(ranking && { ranking }),
    ...(note && { note }),
    // A link from outside serves the next answer too.
    ...(link && link !== options.ckb && { close: () => link.end() }),
  };
}

/** Whoever has more time than this builds the index of any repository meanwhile. */
const PATIENT_MS = 20_000;

function startIndexOf({ root, main }: Repository, listed: Listed | undefined): void {
  const cache = listed && cacheFolder(main);
  if (listed && cache) startIndex(root, cache, listed.stats.count);
}

/** The link to the server that the user's own configuration names, where the plan has a tool it answers for. */
async function linkCkb(root: string, { settings, plan, ckb }: GroundOptions): Promise<CkbLink | undefined> {
  const server = settings["ckb.server"].value;
  if (server === undefined) return undefined;
  const { ckbTools, startCkb } = await import("./start_ckb.ts");
  if (ckbTools(settings, plan.calls.map((call) => call.tool)).length === 0) return undefined;
  return ckb?.server === server ? ckb : startCkb(settings, root);
}

function giveLine(jail: Jail, link: CkbLink | undefined): void {
  const line = link?.line();
  if (line) jail.tell(line, line.port ? [line.port] : []);
}

/** Starts the network's side beside git, where a provider is there to ask. */
async function openQuestion(options: GroundOptions): Promise<SemanticQuestion | undefined> {
  const { question, settings } = options;
  if (question === undefined || question.trim() === "") return undefined;
  const { openSemantic, SemanticQuestion } = await import("./semantic.ts");
  const semantic = options.semantic ?? await openSemantic(settings);
  return new SemanticQuestion(semantic, question, settings["embedding.timeout_ms"].value);
}

async function sendQuestion(question: SemanticQuestion, hosts: readonly Jail[]): Promise<void> {
  await question.send((query) => {
    for (const jail of hosts) jail.tell({ type: "semantic", query } satisfies ToJail);
  });
}

/** What puts the findings in order; undefined where no model is to. */
async function openRanking({ question, settings, rerank }: GroundOptions): Promise<Ranking | undefined> {
  if (question === undefined || (!rerank && !settings["reranker.enabled"].value)) return undefined;
  const { openReranker, rankingOf } = await import("./reranker.ts");
  return rankingOf(question, rerank ?? openReranker(settings), settings);
}

/** Opens the timeline for what models are asked, while files may still be opened. */
async function openUses(root: string): Promise<NonNullable<Ground["note"]>> {
  const [{ openState }, { TIMELINE, timelineLine }] = await Promise.all([
    import("../platform/state_files.ts"),
    import("./events/journal.ts"),
  ]);
  const append = openState(root)?.openAppend(TIMELINE);
  return (uses) => {
    for (const use of uses) append?.(timelineLine({ event: "model:asked", ...use }));
  };
}

/** The tools that ask about the past. */
const HISTORY_TOOLS: readonly ToolName[] = ["ci_hotspot", "ci_bug_locate", "ci_impact"];

/** Has git read the history for the lane whose tools ask for it. */
async function tellHistory(
  jails: readonly Jail[],
  repository: Repository,
  { plan, settings }: GroundOptions,
): Promise<void> {
  const lane = lanesOf(plan).findIndex((calls) => calls.some((call) => HISTORY_TOOLS.includes(call.tool)));
  const jail = jails[lane];
  if (!jail) return;
  const cache = cacheFolder(repository.main);
  const [{ startHistory }, { summariesStamp }] = await Promise.all([
    import("./start_history.ts"),
    import("../jailed/summaries.ts"),
  ]);
  const stamp = summariesStamp(programStamp(), settings.exclude.value);
  const tell = (message: Omit<HistoryMessage, "type">, bytes: ArrayBuffer[] = []): void =>
    jail.tell({ type: "history", ...message } satisfies HistoryMessage, bytes);
  await startHistory(repository.root, {
    folder: cache,
    limitMs: gitLimit(plan.budget.wallMs),
    start: (start) => tell({ begin: { start, stamp, ...(cache !== undefined && { cache }) } }),
    receive: (event: HistoryEvent) => tell({ event }, event.chunk ? [event.chunk.buffer] : []),
  });
}

/** Has git say what HEAD holds for the lane that compares the work tree with it: impact without a target. */
async function tellBase(jails: readonly Jail[], repository: Repository, plan: Plan): Promise<void> {
  const compares = ({ tool, args }: ToolCall): boolean =>
    tool === "ci_impact" && args["symbol"] === undefined && args["file"] === undefined;
  const jail = jails[lanesOf(plan).findIndex((calls) => calls.some(compares))];
  if (!jail) return;
  const { startBase } = await import("./start_base.ts");
  startBase(repository.root, jail);
}
