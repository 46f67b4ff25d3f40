import type { Page, Row } from "./page.ts";
import { type TreeNode, treePicture } from "./tree.ts";

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
