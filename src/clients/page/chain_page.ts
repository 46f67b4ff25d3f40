import type { CallChain, ChainData } from "../../tools/ci_call_chain.ts";
import { type Page, type Row, TOP_LEVEL } from "./page.ts";
import { type TreeNode, treePicture } from "./tree.ts";

/** The call tree around a symbol: callers at the left, callees at the right. */
export function chainPage({ callers, callees, symbol }: CallChain, summary: readonly string[]): Page {
  const around = callees ?? callers;
  const place = around && { path: around.path, line: around.start_line };
  const rows: Row[] = place ? [[symbol, "", place, "", ""]] : [];
  const title = symbol.split(":").at(-1) ?? "";
  const center = { row: 0, title, note: place?.path ?? "", kind: "center" } as const;
  const right = { ...center, children: childrenOf(callees, "called", rows) };
  const left = { ...center, children: childrenOf(callers, "calls", rows) };
  return {
    title: `Calls around ${symbol}`,
    summary,
    legend:
      "Callers at the left, callees at the right. The fainter a line, the less sure the call; dashed: through an " +
      "interface or base class.",
    picture: treePicture(right, left),
    columns: ["definition", "relation", "place", "call", "certainty"],
    rows,
  };
}

function childrenOf(node: ChainData | undefined, relation: "calls" | "called", rows: Row[]): TreeNode[] {
  const children = (node?.children ?? []).map((child): TreeNode => {
    const { path, start_line, line, call_path, confidence: sureness, dispatch, cycle_detected } = child;
    const title = child.symbol ?? TOP_LEVEL;
    const how = `${relation}${dispatch ? ", dispatch" : ""}${cycle_detected ? ", cycle" : ""}`;
    const call = line === undefined ? "" : { path: call_path ?? path, line };
    const row = rows.push([title, how, { path, line: start_line }, call, sureness]) - 1;
    const note = `${path}:${line ?? start_line}`;
    return {
      row,
      title,
      note,
      sureness,
      isDashed: dispatch === true,
      children: childrenOf(child, relation, rows),
    };
  });
  if (node?.more === undefined) return children;
  const title = `${node.more} more`;
  const row = rows.push([title, relation, "", "", ""]) - 1;
  return [...children, { row, title, note: "not shown", isDashed: true, children: [] }];
}
