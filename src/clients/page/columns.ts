import { drawing, type Markup, markup, shape } from "./markup.ts";

/** One bar of a plot, in two parts, the first below. */
export interface Bar {
  /** Index of its row in the table. */
  readonly row: number;
  readonly title: string;
  readonly filled: number;
  readonly empty: number;
}

const HEIGHT = 260;
const STEP = 70;
const WIDTH = 44;
const BASE = HEIGHT + 30;

/** Bars side by side, the highest as high as the plot. */
export function barPicture(bars: readonly Bar[]): Markup {
  const most = Math.max(1, ...bars.map(({ filled, empty }) => filled + empty));
  const width = Math.max(1, bars.length) * STEP + 40;
  return drawing(width, BASE + 40, bars.map((bar, at) => drawn(bar, 30 + at * STEP, HEIGHT / most)));
}

function drawn({ row, title, filled, empty }: Bar, x: number, scale: number): Markup {
  const [low, high] = [Math.round(filled * scale), Math.round(empty * scale)];
  const [middle, top] = [x + WIDTH / 2, BASE - low - high];
  const bar = (kind: string, y: number, height: number): Markup =>
    markup`<g class="node ${kind}"><rect x="${x}" y="${y}" width="${WIDTH}" height="${height}"/></g>`;
  const label = (kind: string, y: number, text: string | number): Markup =>
    markup`<text class="${kind}" x="${middle}" y="${y}" text-anchor="middle">${text}</text>`;
  return shape(
    { row, x: middle, y: BASE, kind: "day", tells: `${title}: ${filled} with facts, ${empty} with nothing` },
    [
      ...[bar("filled", BASE - low, low), bar("empty", top, high)],
      ...[label("plain", top - 6, filled + empty), label("small", BASE + 18, title.slice(5))],
    ],
  );
}
