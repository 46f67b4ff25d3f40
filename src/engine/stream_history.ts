import { HISTORY_LIMITS } from "../history/requests.ts";
import type { HistoryEvent, HistoryStart } from "../history/session.ts";
import type { BaseMessage } from "./sandbox/base_port.ts";
import type { HistoryMessage } from "./sandbox/history_port.ts";
import type { ToolCall } from "../model/calls.ts";
import type { ToolName } from "../model/tools.ts";
import type { Sandbox } from "../platform/sandbox.ts";
import { programStamp } from "../platform/program_name.ts";
import { gitLimit } from "./repository_for.ts";

/** Whose past, and for which calls. */
export interface HistoryOptions {
  /** Absolute real path. */
  readonly root: string;
  /** False: git has nothing to say of this root, or is not to be believed there, and is not asked. */
  readonly isGit: boolean;
  /** Folder of the repository's cache; absent: nothing is remembered. */
  readonly cache: string | undefined;
  readonly calls: readonly ToolCall[];
  readonly exclude: readonly string[];
  /** Milliseconds the whole answer may take. */
  readonly wallMs: number;
}

const NO_GIT: HistoryStart = { refusal: HISTORY_LIMITS.noGit, streams: [] };

/** The tools that ask about the past. */
const HISTORY_TOOLS: readonly ToolName[] = ["ci_hotspot", "ci_bug_locate", "ci_impact"];

/**
 * Has git tell a sandbox what its calls need of the past: the history, and what HEAD holds. Settles once git runs. Answers
 * what ends it.
 */
export async function streamHistory(sandbox: Sandbox, options: HistoryOptions): Promise<() => void> {
  const { calls, isGit, root } = options;
  const [asks, hasBase] = [calls.some(asksHistory), calls.some(compares)];
  if (!isGit) {
    if (hasBase) {
      sandbox.tell({ type: "base" } satisfies BaseMessage);
      sandbox.tell({ type: "base", refusal: true } satisfies BaseMessage);
    }
    if (asks) {
      sandbox.tell({ type: "history", begin: { start: NO_GIT, stamp: "" } } satisfies HistoryMessage);
    }
    return () => {};
  }
  if (hasBase) (await import("./start_base.ts")).startBase(root, sandbox);
  return asks ? await startStream(sandbox, options) : () => {};
}

function asksHistory(call: ToolCall): boolean {
  return HISTORY_TOOLS.includes(call.tool) && (call.tool !== "ci_impact" || call.args.owners !== false);
}

/** Impact without a target compares the work tree with HEAD. */
function compares({ tool, args }: ToolCall): boolean {
  return tool === "ci_impact" && args.symbol === undefined && args.file === undefined;
}

async function startStream(
  sandbox: Sandbox,
  { root, cache, exclude, wallMs }: HistoryOptions,
): Promise<() => void> {
  const { startHistory } = await import("./start_history.ts");
  const stamp = JSON.stringify([programStamp(), exclude]);
  let isOver = false;
  const tell = (message: Omit<HistoryMessage, "type">, bytes: ArrayBuffer[] = []): void => {
    // A sandbox that is kept hears of other calls' past by then.
    if (!isOver) sandbox.tell({ type: "history", ...message } satisfies HistoryMessage, bytes);
  };
  const { kill } = await startHistory(root, {
    folder: cache,
    limitMs: gitLimit(wallMs),
    start: (start) => tell({ begin: { start, stamp, ...(cache !== undefined && { cache }) } }),
    receive: (event: HistoryEvent) => tell({ event }, event.chunk ? [event.chunk.buffer] : []),
  });
  return () => {
    isOver = true;
    kill();
  };
}
