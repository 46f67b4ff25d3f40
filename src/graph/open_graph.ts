import type { LexicalIndex } from "../index/lexical_index.ts";
import type { OpenIndex } from "../index/open_index.ts";
import type { ToolContext } from "../ports/tool.ts";
import type { CodeGraph } from "./edges.ts";
import { createCodeGraph } from "./edges.ts";

/** Share of a tool's time that bringing the index up to date may use. */
const REFRESH_SHARE = 0.6;
/** With more than this share of the files missing, edges would be missing everywhere. */
const MOST_BEHIND = 0.5;

/** The graph with what it does not cover. */
export interface OpenedGraph {
  readonly graph: CodeGraph;
  readonly opened: OpenIndex;
  /** True once the tool should wrap up. */
  readonly late: () => boolean;
  /** Stable phrases. */
  readonly gaps: readonly string[];
}

/** The graph over an index view, the same for each call. */
export function graphOver(index: LexicalIndex): CodeGraph {
  return index.memo.get(createCodeGraph);
}

/** The code graph of the work tree as fresh as the time allows; undefined where there is no index yet. */
export async function openGraph(context: ToolContext): Promise<OpenedGraph | undefined> {
  const now = context.clock();
  const left = context.deadline - now;
  const opened = await context.index.open({
    deadline: now + left * REFRESH_SHARE,
    end: context.deadline,
  });
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
