import { Markup, markup } from "./markup.ts";

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
  const height = BASE + 40;
  return markup`<svg width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="group">
${bars.map((bar, at) => drawn(bar, 30 + at * STEP, HEIGHT / most))}
</svg>`;
}

function drawn({ row, title, filled, empty }: Bar, x: number, scale: number): Markup {
  const [low, high] = [Math.round(filled * scale), Math.round(empty * scale)];
  const top = BASE - low - high;
  const middle = x + WIDTH / 2;
  const text = `${title}: ${filled} with facts, ${empty} with nothing`;
  return markup`<g class="node" data-row="${row}" data-x="${middle}" data-y="${BASE}" tabindex="0" role="button"
><title>${text}</title><g class="node filled"><rect x="${x}" y="${
    BASE - low
  }" width="${WIDTH}" height="${low}"/></g><g class="node empty"><rect x="${x}" y="${top}" width="${WIDTH}" height="${high}"/></g
><text x="${middle}" y="${top - 6}" text-anchor="middle">${
    filled + empty
  }</text><text class="small" x="${middle}" y="${BASE + 18}" text-anchor="middle">${
    title.slice(5)
  }</text></g>`;
}
