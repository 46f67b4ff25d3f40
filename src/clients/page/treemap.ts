import type { TreeNode } from "./tree.ts";
import { hierarchy, treemap } from "d3-hierarchy";
import { clipped, drawing, type Markup, markup, shape } from "./markup.ts";

/** An area of a treemap. */
export interface Area extends Pick<TreeNode, "row" | "title" | "note"> {
  /** Above 0. */
  readonly size: number;
  /** 0 to 1. */
  readonly heat: number;
}

const WIDTH = 1200;
const HEIGHT = 620;
/** Classes of colours, the last the hottest. */
const HEATS = 5;
const LETTER = 7;
const LINE = 16;

/** Areas as large as their sizes, coloured by their heat. */
export function treemapPicture(areas: readonly Area[]): Markup {
  const root = hierarchy<Area | { readonly children: readonly Area[] }>({ children: areas })
    .sum((one) => "size" in one ? one.size : 0);
  const laidOut = treemap<typeof root.data>().size([WIDTH, HEIGHT]).paddingInner(3).round(true)(root);
  const leaves = laidOut.leaves().flatMap(({ data, ...corners }) =>
    "size" in data ? [drawn(data, corners)] : []
  );
  return drawing(WIDTH, HEIGHT, leaves, "fitted");
}

type Corners = Readonly<Record<"x0" | "y0" | "x1" | "y1", number>>;

function drawn({ row, title, note, heat }: Area, { x0: x, y0: y, x1, y1 }: Corners): Markup {
  const [width, height] = [x1 - x, y1 - y];
  const letters = Math.floor((width - 10) / LETTER);
  const words = [title, note].slice(0, letters < 4 ? 0 : Math.floor((height - 6) / LINE));
  const lines = words.map((text, at) =>
    markup`<text class="${at === 0 ? "large" : "small"}" x="${x + 6}" y="${y + LINE * (at + 1)}">${
      clipped(text, letters)
    }</text>`
  );
  const kind = `heat${Math.min(HEATS - 1, Math.floor(heat * HEATS))}`;
  const middle = { x: Math.round(x + width / 2), y: Math.round(y + height / 2) };
  const area = markup`<rect x="${x}" y="${y}" width="${width}" height="${height}"/>`;
  return shape({ row, ...middle, kind, tells: `${title}\n${note}` }, [area, ...lines]);
}
