import { hierarchy, tree } from "d3-hierarchy";
import { folded } from "./fold.ts";
import { clipped, Markup, markup } from "./markup.ts";
import type { TreeNode } from "./tree_node.ts";

const WIDTH = 230;
const HEIGHT = 38;
const COLUMN = WIDTH + 64;
const ROW = HEIGHT + 10;
const MARGIN = 16;
/** Nodes that are drawn; what is further away than these is folded. */
const MOST_NODES = 200;
/** Characters that fit into a node. */
const TITLE_LETTERS = 32;
const NOTE_LETTERS = 38;

/** A node with its place, its middle at `x` and `y`, and its parent's. */
interface Placed {
  readonly node: TreeNode;
  readonly x: number;
  readonly y: number;
  readonly parent?: { readonly x: number; readonly y: number };
}

/** One node in the middle with a tree at its right and, if wanted, another at its left. */
export function treePicture(right: TreeNode, left?: TreeNode): Markup {
  const most = left && left.children.length > 0 && right.children.length > 0 ? MOST_NODES / 2 : MOST_NODES;
  const placed = [
    ...place(folded(right, most), 1),
    ...(left ? place(folded(left, most), -1).slice(1) : []),
  ];
  const at = (pick: (one: Placed) => number): number[] => placed.map(pick);
  const [fromX, fromY] = [Math.min(...at(({ x }) => x)), Math.min(...at(({ y }) => y))];
  const move = (x: number, y: number): { x: number; y: number } => ({
    x: Math.round(x - fromX + WIDTH / 2 + MARGIN),
    y: Math.round(y - fromY + HEIGHT / 2 + MARGIN),
  });
  const moved = placed.map(({ node, x, y, parent }) => ({
    node,
    ...move(x, y),
    ...(parent && { parent: move(parent.x, parent.y) }),
  }));
  const end = move(Math.max(...at(({ x }) => x)), Math.max(...at(({ y }) => y)));
  const width = end.x + WIDTH / 2 + MARGIN;
  const height = end.y + HEIGHT / 2 + MARGIN;
  return markup`<svg width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="group">
${moved.map(edge)}
${moved.map(box)}
</svg>`;
}

function place(root: TreeNode, side: 1 | -1): Placed[] {
  const laidOut = tree<TreeNode>().nodeSize([ROW, COLUMN]).separation(() => 1)(
    hierarchy(root, ({ children }) => children),
  );
  const { x: middle } = laidOut;
  const placeOf = ({ x, y }: { x: number; y: number }): { x: number; y: number } => ({
    x: side * y,
    y: x - middle,
  });
  return laidOut.descendants().map((one) => ({
    node: one.data,
    ...placeOf(one),
    ...(one.parent && { parent: placeOf(one.parent) }),
  }));
}

function edge({ node, x, y, parent }: Placed): Markup {
  if (!parent) return markup``;
  const side = Math.sign(x - parent.x);
  const [from, to] = [parent.x + side * WIDTH / 2, x - side * WIDTH / 2];
  const bend = (from + to) / 2;
  const opacity = Math.max(0.25, node.sureness ?? 1).toFixed(2);
  return markup`<path class="${
    node.isDashed ? "dashed" : "solid"
  }" stroke-opacity="${opacity}" d="M${from} ${parent.y}C${bend} ${parent.y} ${bend} ${y} ${to} ${y}"/>`;
}

function box({ node, x, y }: Placed): Markup {
  const { row, title, note, kind = "plain", share } = node;
  const [left, top] = [x - WIDTH / 2, y - HEIGHT / 2];
  const bar = share === undefined
    ? markup``
    : markup`<rect class="share" x="${left}" y="${top + HEIGHT - 3}" width="${
      Math.round(WIDTH * Math.min(1, Math.max(0, share)))
    }" height="3"/>`;
  return markup`<g class="node ${kind}" data-row="${row}" data-x="${x}" data-y="${y}" tabindex="0" role="button"
><title>${title}
${note}</title><rect x="${left}" y="${top}" width="${WIDTH}" height="${HEIGHT}" rx="6"/>${bar}<text x="${
    left + 8
  }" y="${top + 16}">${clipped(title, TITLE_LETTERS)}</text><text class="small" x="${left + 8}" y="${
    top + 30
  }">${clipped(note, NOTE_LETTERS, "start")}</text></g>`;
}
