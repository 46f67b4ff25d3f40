import type { Impact, ImpactData } from "../../graph/impact/impact_data.ts";
import { forest } from "./forest.ts";
import type { Cell, Page } from "./page.ts";
import { treePicture } from "./tree.ts";
import type { TreeNode } from "./tree_node.ts";

/** What depends on a target, each below what it depends through. */
export function impactPage(impact: Impact, summary: readonly string[]): Page {
  const rows: Cell[][] = [[impact.target, "", "", 1, ""]];
  const children = forest<ImpactData>({
    items: impact.dependants,
    nameOf,
    throughOf: ({ through }) => through,
    draw: (one, children) => {
      const marks = [one.is_test && "test", one.is_public && "public", one.dispatch && "dispatch"];
      const row = rows.push([
        one.symbol ?? "(top level)",
        one.through,
        { path: one.path, line: one.line },
        one.impact,
        marks.filter(Boolean).join(", "),
      ]) - 1;
      return {
        row,
        title: one.symbol ?? "(top level)",
        note: `${one.path}:${one.line}`,
        share: one.impact,
        ...(one.is_test && { kind: "test" }),
        ...(one.dispatch && { isDashed: true }),
        children: children(),
      };
    },
  });
  const note = `${impact.dependants.length} dependants`;
  const root: TreeNode = { row: 0, title: impact.target, note, kind: "center", children };
  return {
    title: `Impact of ${impact.target}`,
    summary: [...summary, `tests: ${impact.tests.length}; public API: ${impact.public_api.length}`],
    legend:
      "What uses it stands at its right. The bar is the impact: 0.8 per step times the certainty. Green: tests; " +
      "dashed: through an interface or base class.",
    picture: treePicture(root),
    columns: [
      { title: "definition" },
      { title: "depends through" },
      { title: "use" },
      { title: "impact", isNumber: true },
      { title: "marks" },
    ],
    rows,
  };
}

function nameOf({ path, symbol }: ImpactData): string {
  return symbol === undefined ? path : `${path}:${symbol}`;
}
