import { counted } from "../../model/counted.ts";
import type { GraphContextData } from "../../tools/ci_graph_rag.ts";
import { forest } from "./forest.ts";
import type { Cell, Page } from "./page.ts";
import { treePicture } from "./tree.ts";
import type { TreeNode } from "./tree_node.ts";

type Candidate = GraphContextData["candidates"][number];

/** What matches a question, and behind each definition what was reached through it. */
export function graphPage(query: string, graph: GraphContextData, summary: readonly string[]): Page {
  const rows: Cell[][] = [[query, "question", "", 1]];
  const children = forest<Candidate>({
    items: graph.candidates,
    nameOf,
    throughOf: ({ via }) => via,
    draw: (one, children) => {
      const place = { path: one.file_path, line: one.line_start };
      const row = rows.push([one.symbol ?? "(top level)", one.reason, place, one.relevance_score]) - 1;
      return {
        row,
        title: one.symbol ?? "(top level)",
        note: `${one.file_path}:${one.line_start}`,
        share: one.relevance_score,
        children: children(),
      };
    },
  });
  const root: TreeNode = {
    row: 0,
    title: query,
    note: counted(graph.candidates.length, "definition"),
    kind: "center",
    children,
  };
  return {
    title: `Code graph: ${query}`,
    summary,
    legend:
      "What matches the question stands at its right, what that calls, uses or is used by behind it. The bar is the " +
      "relevance.",
    picture: treePicture(root),
    columns: [
      { title: "definition" },
      { title: "reached because" },
      { title: "place" },
      { title: "relevance", isNumber: true },
    ],
    rows,
  };
}

function nameOf({ file_path, symbol }: Candidate): string {
  return symbol === undefined ? file_path : `${file_path}:${symbol}`;
}
