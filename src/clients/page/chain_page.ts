import type { CallChain, ChainData } from "../../tools/ci_call_chain.ts";
import type { Cell, Page } from "./page.ts";
import { treePicture } from "./tree.ts";
import type { TreeNode } from "./tree_node.ts";

/** The call tree around a symbol: callers at the left, callees at the right. */
export function chainPage(chain: CallChain, summary: readonly string[]): Page {
  const rows: Cell[][] = [];
  const { callers, callees } = chain;
  const around = callees ?? callers;
  if (around) rows.push([chain.symbol, "", { path: around.path, line: around.start_line }, "", ""]);
  const center = {
    row: 0,
    title: chain.symbol.split(":").at(-1) ?? "",
    note: around?.path ?? "",
    kind: "center",
  } as const;
  const right = { ...center, children: callees ? childrenOf(callees, "called", rows) : [] };
  const left = { ...center, children: callers ? childrenOf(callers, "calls", rows) : [] };
  return {
    title: `Calls around ${chain.symbol}`,
    summary,
    legend:
      "Callers at the left, callees at the right. The fainter a line, the less sure the call; dashed: through an " +
      "interface or base class.",
    picture: treePicture(right, left),
    columns: [
      { title: "definition" },
      { title: "relation" },
      { title: "place" },
      { title: "call" },
      { title: "certainty", isNumber: true },
    ],
    rows,
  };
}

function childrenOf(node: ChainData, relation: "calls" | "called", rows: Cell[][]): TreeNode[] {
  const children = node.children.map((child): TreeNode => {
    const { path, start_line, line, call_path, confidence, dispatch, cycle_detected } = child;
    const row = rows.push([
      child.symbol ?? "(top level)",
      `${relation}${dispatch ? ", dispatch" : ""}${cycle_detected ? ", cycle" : ""}`,
      { path, line: start_line },
      line === undefined ? "" : { path: call_path ?? path, line },
      confidence,
    ]) - 1;
    return {
      row,
      title: child.symbol ?? "(top level)",
      note: `${path}:${line ?? start_line}`,
      sureness: confidence,
      ...(dispatch && { isDashed: true }),
      children: childrenOf(child, relation, rows),
    };
  });
  if (node.more === undefined) return children;
  const row = rows.push([`${node.more} more`, relation, "", "", ""]) - 1;
  return [...children, { row, title: `${node.more} more`, note: "not shown", isDashed: true, children: [] }];
}
