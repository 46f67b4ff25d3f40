import { type Page, type Row, TOP_LEVEL } from "./page.ts";
import { type TreeNode, treePicture } from "./tree.ts";
import { counted } from "../../model/counted.ts";
import type { GraphContextData } from "../../tools/ci_graph_rag.ts";
import type { Impact } from "../../graph/impact/impact_data.ts";

/** A definition that may have been reached through another. */
export interface Reached {
  /** As others name it. */
  readonly name: string;
  /** Name of the other; undefined, or an unknown name: it is at the top. */
  readonly through: string | undefined;
  readonly cells: Row;
  readonly node: Omit<TreeNode, "row" | "children">;
}

/** Returns a definition's name. */
export function nameOf(path: string, symbol: string | undefined): string {
  return symbol === undefined ? path : `${path}:${symbol}`;
}

/** A tree behind a root: each once, behind the one it was reached through; the first of a circle is at the top. */
export function reachedPage(
  page: Omit<Page, "picture" | "rows">,
  root: Pick<Reached, "cells" | "node">,
  all: readonly Reached[],
): Page {
  const rows: Row[] = [root.cells];
  const names = new Set(all.map(({ name }) => name));
  const below = Map.groupBy(all, ({ name, through = "" }) => {
    return names.has(through) && through !== name ? through : undefined;
  });
  const drawn = new Set<Reached>();
  const draw = (some: readonly Reached[] = []): TreeNode[] =>
    some.flatMap((one) => {
      if (drawn.has(one)) return [];
      drawn.add(one);
      const row = rows.push(one.cells) - 1;
      return [{ ...one.node, row, children: draw(below.get(one.name)) }];
    });
  const children = [...draw(below.get(undefined)), ...draw(all)];
  return { ...page, rows, picture: treePicture({ ...root.node, row: 0, kind: "center", children }) };
}

/** Page of a question's matches, and behind each definition those reached through it. */
export function graphPage(query: string, { candidates }: GraphContextData, summary: readonly string[]): Page {
  const reached = candidates.map((one): Reached => {
    const { file_path: path, line_start: line, symbol, reason, relevance_score: share, via } = one;
    const title = symbol ?? TOP_LEVEL;
    const node = { title, note: `${path}:${line}`, share };
    return { name: nameOf(path, symbol), through: via, cells: [title, reason, { path, line }, share], node };
  });
  return reachedPage(
    {
      title: `Code graph: ${query}`,
      summary,
      legend:
        "What matches the question stands at its right, what that calls, uses or is used by behind it. The bar is " +
        "the relevance.",
      columns: ["definition", "reached because", "place", "relevance"],
    },
    {
      cells: [query, "question", "", 1],
      node: { title: query, note: counted(reached.length, "definition") },
    },
    reached,
  );
}

/** A target's dependants, each below the one it depends through. */
export function impactPage(
  { target, dependants, tests, public_api }: Impact,
  summary: readonly string[],
): Page {
  const reached = dependants.map((one): Reached => {
    const { path, line, symbol, through, impact: share, dispatch } = one;
    const title = symbol ?? TOP_LEVEL;
    const marks = [one.is_test && "test", one.is_public && "public", dispatch && "dispatch"].filter(Boolean);
    const kind = one.is_test ? "test" : "plain";
    return {
      name: nameOf(path, symbol),
      through,
      cells: [title, through, { path, line }, share, marks.join(", ")],
      node: { title, note: `${path}:${line}`, share, kind, isDashed: dispatch === true },
    };
  });
  return reachedPage(
    {
      title: `Impact of ${target}`,
      summary: [...summary, `tests: ${tests.length}; public API: ${public_api.length}`],
      legend:
        "What uses it stands at its right. The bar is the impact: 0.8 per step times the certainty. Green: tests; " +
        "dashed: through an interface or base class.",
      columns: ["definition", "depends through", "use", "impact", "marks"],
    },
    { cells: [target, "", "", 1, ""], node: { title: target, note: `${reached.length} dependants` } },
    reached,
  );
}
