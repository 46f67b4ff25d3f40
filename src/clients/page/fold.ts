import type { TreeNode } from "./tree_node.ts";

/**
 * A tree with the nodes nearest to its root, `most` at most; what is left out below a node is one node that says how many
 * there are. The table of the page has them all.
 */
export function folded(root: TreeNode, most: number): TreeNode {
  const kept = new Set<TreeNode>([root]);
  // A set is walked in the order in which it grows: level by level.
  for (const node of kept) {
    for (const child of node.children) if (kept.size < most) kept.add(child);
  }
  return withoutOthers(root, kept);
}

function withoutOthers(node: TreeNode, kept: ReadonlySet<TreeNode>): TreeNode {
  const children = node.children.filter((child) => kept.has(child)).map((child) =>
    withoutOthers(child, kept)
  );
  const left = node.children.filter((child) => !kept.has(child));
  if (left.length === 0) return { ...node, children };
  const count = left.reduce((sum, child) => sum + sizeOf(child), 0);
  const more = { row: node.row, title: `${count} more`, note: "in the table", isDashed: true, children: [] };
  return { ...node, children: [...children, more] };
}

/** Nodes of a tree, its root among them. */
function sizeOf(node: TreeNode): number {
  return node.children.reduce((sum, child) => sum + sizeOf(child), 1);
}
