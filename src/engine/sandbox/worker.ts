import { loadTool } from "../../tools/registry.ts";
import {
  type BasePort,
  CATCH_UP_MS,
  type HistoryPort,
  type IndexPort,
  type SemanticPort,
  type SyntaxPort,
  type ToolContext,
} from "../../ports/tool.ts";
import type { BaseInbox, BaseMessage } from "./base_port.ts";
import type { CkbMessage, CkbPort } from "./ckb_port.ts";
import type { HistoryInbox, HistoryMessage } from "./history_port.ts";
import type { PartialIndex, UnbuiltMessage } from "./partial_index.ts";
import type { Workplace } from "./run_task.ts";
import { SemanticInbox } from "./semantic_port.ts";
import { isSameLook, RequestIndex } from "./request_index.ts";
import { type GuardedTree, guardedTree, type ListedBefore, listsFewer, type StoredBefore } from "./tree.ts";
import { LEAST_FILES } from "../symbols_file.ts";
import { asFailure, Failure } from "../../model/errors.ts";
import { LIMITS } from "../../model/limits.ts";
import type { FromSandbox, RepositoryView, TaskQuestion, ToSandbox } from "../../model/sandbox.ts";
import type { ToolName } from "../../model/tools.ts";
import type { Clock, RepositoryFiles } from "../../model/calls.ts";
import { collectGrown, releaseMemory } from "../../platform/memory.ts";
import { clock, wallClock } from "../../platform/clock.ts";
import { listingHash } from "../../platform/work_tree.ts";
import { createRepositoryFiles } from "../../platform/repository_files.ts";
import { StatTable } from "../../platform/stat_table.ts";

/** The sandboxed side: opens the repository it was shown, then works on tasks one after the other. */

/** The repository that the sandbox was shown, opened. */
interface OpenRepository {
  readonly view: RepositoryView;
  readonly tree: GuardedTree;
  readonly files: RepositoryFiles;
  /** Filled from both sides until the first call. */
  readonly stats: StatTable | undefined;
  readonly index: RequestIndex;
  readonly base: BasePort;
  readonly syntax: SyntaxPort;
}

/** Further messages for this request: history, HEAD, the CKB server, the question's vector. */
class RequestInputs {
  /** Likely view of the repository, until known. */
  expected: OpenRepository | undefined;
  inbox: Promise<HistoryInbox> | undefined;
  base: Promise<BaseInbox> | undefined;
  ckb: Promise<CkbPort> | undefined;
  readonly semantic = new SemanticInbox();
  /** Present when the index is still to be built. */
  unbuilt: Promise<PartialIndex> | undefined;
  /** Gap of the partial index. */
  gap: string | undefined;
  /** Present when the question is being embedded. */
  meaning: SemanticPort | undefined;
}

let repository: OpenRepository | undefined;
let inputs = new RequestInputs();
let queue: Promise<void> = Promise.resolve();
/** Bytes of this thread's heap that the last collection between requests left. */
let leftInHeap = 0;

/** Messages from the main thread. */
type Message = ToSandbox | HistoryMessage | BaseMessage | CkbMessage | UnbuiltMessage;

self.onmessage = ({ data: message }: MessageEvent<Message>): void => {
  if (message.type === "history") hear(message);
  else if (message.type === "base") void openBase().then((open) => open.receive(message));
  else if (message.type === "unbuilt") expectNone(message);
  else if (message.type === "ckb") {
    inputs.ckb = import("./ckb_port.ts").then(({ openCkb }) => openCkb(message));
  } else if (message.type === "question") inputs.meaning = inputs.semantic.port(message.space);
  else if (message.type === "semantic") inputs.semantic.receive(message.query);
  else if (message.type === "prepare") prepare(message.tools);
  else if (message.type === "task") {
    // From now on the index looks at what it needs.
    repository?.stats?.stop();
    queue = queue.then(() => work(message));
  } else if (message.type === "rest") {
    inputs = new RequestInputs();
    queue = queue.then(rest);
  } else if (message.type === "release") queue = queue.then(release);
  else if (message.type === "close") queue = queue.then(close, close);
  else if (message.type === "expect") void expect(message.view);
  else if (message.view.listing || !message.view.facts.isGit) begin(message.view);
  else queue = queue.then(() => beginAsBefore(message.view));
};

/** There is no index yet: git finds what the prompt names. */
function expectNone({ texts, isGuess = false, lines, isCut = false }: UnbuiltMessage): void {
  if (texts) {
    inputs.unbuilt = import("./partial_index.ts").then(({ PartialIndex }) =>
      new PartialIndex(texts, isGuess)
    );
  }
  if (lines) void inputs.unbuilt?.then((partial) => partial.receive(lines, isCut));
}

/** Opens the index as it was listed before, unless git answers sooner. */
async function expect(view: RepositoryView): Promise<void> {
  const { listedBefore } = await import("./index_port.ts");
  const before = repository ? undefined : listedBefore(view);
  if (!before) return;
  inputs.expected = opened(view, guardedTree(view, before, true), { stored: before.stored });
  await inputs.expected.index.expect({ deadline: clock() + CATCH_UP_MS }).catch(() => {});
}

function begin(view: RepositoryView, before?: ListedBefore): void {
  const { expected } = inputs;
  const { listing, stats } = view;
  const isAsExpected = listing && expected?.tree.hash === listingHash(listing);
  const table = isAsExpected && stats ? new StatTable(listing, stats) : undefined;
  repository = expected && isAsExpected
    ? { ...expected, view, stats: table, tree: { ...expected.tree, ...(table && { stats: table }) } }
    : open(view, expected ?? repository, before);
  inputs.expected = undefined;
  post({ type: "ready" });
  void repository.stats?.fill(view.root, { limitMs: Infinity, from: "back" });
}

/** Git did not list in time: what it listed before is better than a walk through what it ignores. */
async function beginAsBefore(view: RepositoryView): Promise<void> {
  const { listedBefore } = await import("./index_port.ts");
  begin(view, listedBefore(view));
}

// An error outside of a call ends this thread; reported here, because the runtime would write to standard error.
for (const kind of ["error", "unhandledrejection"] as const) {
  self.addEventListener(kind, (event) => {
    event.preventDefault();
    const error: unknown = event instanceof ErrorEvent
      ? event.error
      : (event as PromiseRejectionEvent).reason;
    post({ type: "broken", message: asFailure(error).message });
  });
}

/** A worker that can serve no longer reports it, and is replaced. */
async function rest(): Promise<void> {
  repository?.stats?.stop();
  // The next request opens the files anew.
  repository?.files.memo.clear();
  await repository?.index.rest();
  const { isParserBroken } = await import("./index_port.ts");
  if (await isParserBroken()) post({ type: "broken", message: "a file has damaged the parser" });
  leftInHeap = collectGrown(leftInHeap);
}

async function release(): Promise<void> {
  await repository?.index.release();
  releaseMemory();
}

async function close(): Promise<void> {
  await repository?.index.close();
  self.close();
}

/** Loads code early. A failure here is ignored: it happens again, and is reported, when the tool is called. */
function prepare(tools: readonly ToolName[]): void {
  for (const tool of tools) void loadTool(tool).catch(() => {});
  if (tools.some((tool) => tool !== "ci_index_status")) void import("./index_port.ts").catch(() => {});
  void import("./run_task.ts").catch(() => {});
}

function post(message: FromSandbox): void {
  self.postMessage(message);
}

function open(
  view: RepositoryView,
  before: OpenRepository | undefined,
  listed: ListedBefore | undefined,
): OpenRepository {
  const tree = before && isSameLook(before.view, view) ? before.tree : guardedTree(view, listed);
  return opened(view, tree, { before, stored: listed?.stored });
}

function opened(
  view: RepositoryView,
  tree: GuardedTree,
  { before, stored }: {
    readonly before?: OpenRepository | undefined;
    readonly stored?: StoredBefore | undefined;
  },
): OpenRepository {
  return {
    view,
    tree,
    files: createRepositoryFiles(tree.listing, tree),
    stats: tree.stats,
    index: new RequestIndex(view, tree, { before: before?.index, stored }),
    base: basePort(tree),
    // Files are known by their versions there.
    syntax: before?.syntax ?? syntaxPort(view),
  };
}

/** Answers of earlier calls, for the tools that depend on the index and their arguments alone. */
async function answersOf(view: RepositoryView, tool: ToolName): Promise<Pick<ToolContext, "answers">> {
  if (!view.answers || !view.cache || inputs.meaning || inputs.unbuilt || !REMEMBERED.includes(tool)) {
    return {};
  }
  const answers = (await import("./answer_port.ts")).openAnswers(view);
  return answers ? { answers } : {};
}

const REMEMBERED: readonly ToolName[] = ["ci_search", "ci_graph_rag"];

/** Loads what reads syntax trees when a tool asks for it. */
function syntaxPort(view: RepositoryView): SyntaxPort {
  let opened: Promise<SyntaxPort> | undefined;
  const open = (): Promise<SyntaxPort> =>
    opened ??= import("./syntax_port.ts").then(({ openSyntax }) => openSyntax(view));
  return {
    parser: () => open().then((syntax) => syntax.parser()),
    measurer: () => open().then((syntax) => syntax.measurer()),
    summaries: () => open().then((syntax) => syntax.summaries()),
  };
}

/** History begins with what is known of HEAD, then git's answers come in pieces; they are read as they come. */
function hear(message: HistoryMessage): void {
  const { begin, event } = message;
  if (begin) {
    inputs.inbox = import("./history_port.ts").then(({ openHistory }) => openHistory(begin));
  } else if (event) void inputs.inbox?.then((open) => open.receive(event));
}

const history: HistoryPort = {
  open: async (deadline) => {
    inputs.inbox ??= import("./history_port.ts").then(({ noHistory }) => noHistory());
    return await (await inputs.inbox).open(deadline);
  },
  recall: async (key) => await (await inputs.inbox)?.recall(key),
  remember: async (key, value) => await (await inputs.inbox)?.remember(key, value),
};

/** HEAD's files come in one piece, contents when they are asked for. */
function openBase(): Promise<BaseInbox> {
  return inputs.base ??= import("./base_port.ts").then(({ BaseInbox }) => new BaseInbox(post));
}

function basePort({ listed }: GuardedTree): BasePort {
  return {
    tree: async () => await (await inputs.base)?.tree(listed),
    read: async (ids) => await (await inputs.base)?.read(ids) ?? new Map(),
  };
}

/** Index used until there is one. A small repository's is built by its prompts. */
function indexBefore(unbuilt: Promise<PartialIndex>, repository: OpenRepository): IndexPort {
  if (listsFewer(repository.tree.listing, LEAST_FILES)) return repository.index;
  return {
    over: (paths, end) => repository.index.over(paths, end),
    open: async (opening) => {
      const partial = await unbuilt;
      const opened = await partial.open(opening, repository);
      inputs.gap = partial.gap;
      return opened;
    },
  };
}

/** Context of a tool, without answers of earlier calls. */
function contextOf(repository: OpenRepository, clock: Clock, deadline: number): ToolContext {
  const { files, base, syntax, view } = repository;
  return {
    files,
    index: inputs.unbuilt ? indexBefore(inputs.unbuilt, repository) : repository.index,
    history,
    base,
    syntax,
    ...(inputs.meaning && { semantic: inputs.meaning }),
    repository: view.facts,
    clock,
    deadline,
    partial: () => {},
  };
}

async function work({ id, task, startedAt, endsAt, latestAt, stop }: TaskQuestion): Promise<void> {
  const shift = clock() - wallClock();
  const stopped = new Int32Array(stop);
  const clockOfTask = (): number => Atomics.load(stopped, 0) === 0 ? clock() : Infinity;
  try {
    if (!repository) throw new Failure("toolUnavailable", "the sandbox was shown no repository");
    const { runTaskIn } = await import("./run_task.ts");
    const result = await runTaskIn(workplaceOf(repository, clockOfTask), task, {
      clock: clockOfTask,
      startedAt: startedAt + shift,
      deadline: endsAt + shift,
      latest: latestAt + shift,
      post: (progress) => post({ id, ...progress }),
    });
    post({ id, type: "result", result });
  } catch (error) {
    post({ id, type: "failed", message: asFailure(error).message });
  }
}

function workplaceOf(repository: OpenRepository, clock: Clock): Workplace {
  const { view, files, tree, index } = repository;
  return {
    view,
    files,
    context: (deadline) => contextOf(repository, clock, deadline),
    answersOf: (tool) => answersOf(view, tool),
    isConfirmed: () => index.confirm(tree),
    gap: () => tree.gap ?? inputs.gap ?? (index.unlooked ? LIMITS.unlooked(index.unlooked) : undefined),
    ckb: () => Promise.resolve(inputs.ckb),
  };
}
