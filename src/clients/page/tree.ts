import { hierarchy, type HierarchyPointNode, tree } from "d3-hierarchy";
import { clipped, drawing, type Markup, markup, shape } from "./markup.ts";

/** A node of a drawn tree. */
export interface TreeNode {
  /** Index of its row in the table. */
  readonly row: number;
  readonly title: string;
  /** The second, small line. */
  readonly note: string;
  readonly kind?: "plain" | "center" | "test";
  /** Length of the bar at its lower edge: 0 to 1. */
  readonly share?: number;
  /** Confidence of the edge from its parent: 0 to 1; default 1. */
  readonly sureness?: number;
  readonly isDashed?: boolean;
  readonly children: readonly TreeNode[];
}

const WIDTH = 230;
const HEIGHT = 38;
const COLUMN = WIDTH + 64;
const ROW = HEIGHT + 10;
const MARGIN = 16;
/** Nodes that are drawn; what is further away than these is folded. */
const MOST_NODES = 200;

/** One node in the middle with a tree at its right and, if wanted, another at its left. */
export function treePicture(right: TreeNode, left?: TreeNode): Markup {
  const most = left && left.children.length > 0 && right.children.length > 0 ? MOST_NODES / 2 : MOST_NODES;
  const sides = [laidOut(folded(right, most), 1), left ? laidOut(folded(left, most), -1) : []];
  const all = sides.flat();
  const [fromX, fromY] = [Math.min(...all.map(({ x }) => x)), Math.min(...all.map(({ y }) => y))];
  for (const one of all) {
    one.x = Math.round(one.x - fromX + WIDTH / 2 + MARGIN);
    one.y = Math.round(one.y - fromY + HEIGHT / 2 + MARGIN);
  }
  const width = Math.max(...all.map(({ x }) => x)) + WIDTH / 2 + MARGIN;
  const height = Math.max(...all.map(({ y }) => y)) + HEIGHT / 2 + MARGIN;
  // Both sides begin with the middle, which is drawn once.
  const boxes = sides.flatMap((side, at) => side.slice(at).map(box));
  return drawing(width, height, [...all.flatMap(edge), ...boxes]);
}

/** A node with its middle at `x` and `y`. */
type Placed = HierarchyPointNode<TreeNode>;

/** The layout grows downwards: turned to the right (1) or left (-1), its root at 0, 0. */
function laidOut(root: TreeNode, side: 1 | -1): Placed[] {
  const layout = tree<TreeNode>().nodeSize([ROW, COLUMN]).separation(() => 1);
  const placed = layout(hierarchy(root, ({ children }) => children));
  const middle = placed.x;
  return placed.descendants().map((one) => Object.assign(one, { x: side * one.y, y: one.x - middle }));
}

/**
 * Returns the tree with the nodes nearest to its root, `most` at most; nodes left out below a node become one node
 * with their number. The table of the page has them all.
 */
export function folded(root: TreeNode, most: number): TreeNode {
  const kept = new Set<TreeNode>([root]);
  // A set is walked in the order in which it grows: level by level.
  for (const node of kept) for (const child of node.children) if (kept.size < most) kept.add(child);
  const sizeOf = ({ children }: TreeNode): number => children.reduce((sum, one) => sum + sizeOf(one), 1);
  const cut = (node: TreeNode): TreeNode => {
    const children = node.children.filter((child) => kept.has(child)).map(cut);
    const count = node.children.reduce((sum, child) => sum + (kept.has(child) ? 0 : sizeOf(child)), 0);
    const more = {
      row: node.row,
      title: `${count} more`,
      note: "in the table",
      isDashed: true,
      children: [],
    };
    return { ...node, children: count > 0 ? [...children, more] : children };
  };
  return cut(root);
}

function edge({ data: { isDashed, sureness = 1 }, x, y, parent }: Placed): Markup[] {
  if (!parent) return [];
  const side = Math.sign(x - parent.x);
  const [from, to] = [parent.x + side * WIDTH / 2, x - side * WIDTH / 2];
  const bend = (from + to) / 2;
  const way = `M${from} ${parent.y}C${bend} ${parent.y} ${bend} ${y} ${to} ${y}`;
  const opacity = Math.max(0.25, sureness).toFixed(2);
  return [markup`<path class="${isDashed ? "dashed" : "solid"}" stroke-opacity="${opacity}" d="${way}"/>`];
}

function box({ data: { row, title, note, kind = "plain", share }, x, y }: Placed): Markup {
  const [left, top] = [x - WIDTH / 2, y - HEIGHT / 2];
  const length = Math.round(WIDTH * Math.min(1, Math.max(0, share ?? 0)));
  const bar = markup`<rect class="share" x="${left}" y="${top + HEIGHT - 3}" width="${length}" height="3"/>`;
  return shape({ row, x, y, kind, tells: `${title}\n${note}` }, [
    markup`<rect x="${left}" y="${top}" width="${WIDTH}" height="${HEIGHT}" rx="6"/>`,
    ...(share === undefined ? [] : [bar]),
    markup`<text x="${left + 8}" y="${top + 16}">${clipped(title, Math.floor(WIDTH / 7))}</text>`,
    markup`<text class="small" x="${left + 8}" y="${top + 30}">${
      clipped(note, Math.floor(WIDTH / 6), "start")
    }</text>`,
  ]);
}
