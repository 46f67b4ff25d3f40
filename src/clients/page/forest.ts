import type { TreeNode } from "./tree_node.ts";

/** Things of which each may have been reached through another. */
export interface Reached<T> {
  readonly items: readonly T[];
  nameOf(item: T): string;
  /** The name of the other; undefined, or a name that none of the items has: it stands at the top. */
  throughOf(item: T): string | undefined;
  /** Draws one; its children are drawn when they are asked for. */
  draw(item: T, children: () => TreeNode[]): TreeNode;
}

/** Each item once, behind the one it was reached through; the first of a circle stands at the top. */
export function forest<T>({ items, nameOf, throughOf, draw }: Reached<T>): TreeNode[] {
  const names = new Set(items.map(nameOf));
  const below = Map.groupBy(items, (item) => {
    const through = throughOf(item);
    return through !== undefined && names.has(through) && through !== nameOf(item) ? through : undefined;
  });
  const drawn = new Set<T>();
  const drawAll = (some: readonly T[]): TreeNode[] =>
    some.flatMap((item) => {
      if (drawn.has(item)) return [];
      drawn.add(item);
      return [draw(item, () => drawAll(below.get(nameOf(item)) ?? []))];
    });
  return [...drawAll(below.get(undefined) ?? []), ...drawAll(items)];
}
