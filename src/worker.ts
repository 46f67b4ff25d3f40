import { TOOLS } from "./analysis/registry.ts";
import { roleOf } from "./analysis/roles.ts";
import type { HistoryPort, IndexPort, SyntaxPort } from "./analysis/tool.ts";
import type { HistoryInbox, HistoryMessage } from "./history_port.ts";
import { asFailure, Failure } from "./model/errors.ts";
import type { Findings } from "./model/findings.ts";
import type { FromJail, RepositoryView, ToJail } from "./model/jail.ts";
import type { ToolName } from "./model/plan.ts";
import type { RepositoryFiles } from "./model/ports.ts";
import { clock } from "./platform/clock.ts";
import { isSymlink, realFile } from "./platform/host_files.ts";
import { createRepositoryFiles } from "./platform/repository_files.ts";
import { walk } from "./platform/walk.ts";
import { createPathGuard } from "./safety/path_guard.ts";
import { isSensitivePath, isSkippedPath } from "./safety/sensitive.ts";

/** The jailed side: opens the repository it was shown, then answers calls one after the other. */

/** What one repository looks like from inside. */
interface Inside {
  readonly view: RepositoryView;
  readonly files: RepositoryFiles;
  readonly index: IndexPort;
  readonly syntax: SyntaxPort;
}

let inside: Inside | undefined;
let turn: Promise<void> = Promise.resolve();
let inbox: Promise<HistoryInbox> | undefined;

self.onmessage = (event: MessageEvent<ToJail | HistoryMessage>): void => {
  const message = event.data;
  if (message.type === "history") hear(message);
  else if (message.type === "prepare") prepare(message.tools);
  else if (message.type === "call") turn = turn.then(() => answer(message));
  else {
    inside = open(message.view);
    post({ type: "ready" });
  }
};

/** Whatever fails to load here fails again, and is told, when it is called. */
function prepare(tools: readonly ToolName[]): void {
  for (const tool of tools) void TOOLS[tool]?.().catch(() => {});
  if (tools.some((tool) => tool !== "ci_index_status")) void import("./index_port.ts").catch(() => {});
}

function post(message: FromJail): void {
  self.postMessage(message);
}

function open(view: RepositoryView): Inside {
  const guard = createPathGuard(view.root, { realPath: realFile, isSymlink });
  const listed = (path: string): boolean => !isSensitivePath(path) && !isSkippedPath(path);
  const paths = view.listing ?? [...walk(view.root, listed)];
  const reader = { admit: (path: string) => guard.admit(path), listed, roleOf };
  return {
    view,
    files: createRepositoryFiles(paths, reader),
    index: indexPort(view, { ...reader, listing: paths }),
    syntax: syntaxPort(view),
  };
}

/** Loads the index's code when a tool asks for it. */
function indexPort(
  view: RepositoryView,
  tree: Parameters<typeof import("./index_port.ts").openWorkTree>[1],
): IndexPort {
  let opened: ReturnType<IndexPort["open"]> | undefined;
  return {
    open: (options) =>
      opened ??= import("./index_port.ts").then(({ openWorkTree }) => openWorkTree(view, tree, options)),
  };
}

/** Loads what reads syntax trees when a tool asks for it. */
function syntaxPort(view: RepositoryView): SyntaxPort {
  let opened: Promise<SyntaxPort> | undefined;
  const open = (): Promise<SyntaxPort> =>
    opened ??= import("./syntax_port.ts").then(({ openSyntax }) => openSyntax(view));
  return {
    measurer: () => open().then((syntax) => syntax.measurer()),
    summaries: () => open().then((syntax) => syntax.summaries()),
  };
}

/** History begins with what is known of HEAD, then git's answers come in pieces; they are read as they come. */
function hear(message: HistoryMessage): void {
  const { begin, event } = message;
  if (begin) {
    inbox = import("./history_port.ts").then(({ openHistory }) => openHistory(begin.start, begin.cache));
  } else if (event) void inbox?.then((open) => open.receive(event));
}

const history: HistoryPort = {
  open: async (deadline) => {
    inbox ??= import("./history_port.ts").then(({ noHistory }) => noHistory());
    return await (await inbox).open(deadline);
  },
};

/** Whoever remembers a finding can tell by its version whether it still stands. */
function withVersions(findings: Findings, files: RepositoryFiles): Findings {
  const items = findings.items.map((item) => {
    const version = files.version(item.path);
    return version === undefined ? item : { ...item, version };
  });
  return { ...findings, items };
}

async function answer(message: Extract<ToJail, { type: "call" }>): Promise<void> {
  const { id, call, timeLeftMs } = message;
  const started = clock();
  try {
    const load = TOOLS[call.tool];
    if (!load || !inside) throw new Failure("toolUnavailable", `no such tool here: ${call.tool}`);
    const tool = await load();
    const findings = await tool(call.args, {
      files: inside.files,
      index: inside.index,
      history,
      syntax: inside.syntax,
      repository: inside.view.facts,
      clock,
      deadline: started + timeLeftMs,
      partial: (findings) => post({ type: "partial", id, findings }),
    });
    post({ type: "done", id, findings: withVersions(findings, inside.files) });
  } catch (error) {
    const failure = asFailure(error);
    post({ type: "failed", id, code: failure.code, message: failure.message });
  }
}
