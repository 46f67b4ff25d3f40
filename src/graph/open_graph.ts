import type { LexicalIndex } from "../index/lexical_index.ts";
import type { OpenIndex } from "../index/open_index.ts";
import type { ToolContext } from "../ports/tool.ts";
import type { CodeGraph } from "./edges.ts";
import { createCodeGraph } from "./edges.ts";

/** Share of a tool's time available for refreshing the index. */
const REFRESH_SHARE = 0.6;
/** Maximum share of files missing from the index; above it too many edges would be missing. */
const MOST_BEHIND = 0.5;

/** The graph and its coverage gaps. */
export interface OpenedGraph {
  readonly graph: CodeGraph;
  readonly opened: OpenIndex;
  /** Returns true once the tool should finish. */
  readonly late: () => boolean;
  /** Gap messages with stable wording. */
  readonly gaps: readonly string[];
}

/** The graph of an index view; cached. */
export const graphOver = (index: LexicalIndex): CodeGraph => index.memo.get(createCodeGraph);

/** Opens the code graph of the work tree, as fresh as the time allows; undefined if there is no usable index. */
export async function openGraph(context: ToolContext): Promise<OpenedGraph | undefined> {
  const now = context.clock();
  const left = context.deadline - now;
  const opened = await context.index.open({ deadline: now + left * REFRESH_SHARE, end: context.deadline });
  if (!opened) return undefined;
  const behind = opened.pending.length;
  if (behind > opened.index.files.count * MOST_BEHIND) return undefined;
  const wrapUp = context.deadline - left * 0.1;
  return {
    graph: graphOver(opened.index),
    opened,
    late: () => context.clock() > wrapUp,
    gaps: behind > 0 ? [`index ${behind} files behind`] : [],
  };
}
