import { hierarchy, treemap } from "d3-hierarchy";
import { clipped, Markup, markup } from "./markup.ts";

/** An area of a treemap. */
export interface Area {
  /** Index of its row in the table. */
  readonly row: number;
  readonly title: string;
  readonly note: string;
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
  interface Branch {
    readonly area?: Area;
    readonly children?: readonly Branch[];
  }
  const root: Branch = { children: areas.map((area) => ({ area })) };
  const sized = hierarchy(root, ({ children }) => children).sum(({ area }) => area?.size ?? 0);
  const laidOut = treemap<Branch>().size([WIDTH, HEIGHT]).paddingInner(3).round(true)(sized);
  const leaves = laidOut.leaves().flatMap(({ data, x0, y0, x1, y1 }) =>
    data.area ? [rectangle(data.area, { x: x0, y: y0, width: x1 - x0, height: y1 - y0 })] : []
  );
  return markup`<svg class="fitted" width="${WIDTH}" height="${HEIGHT}" viewBox="0 0 ${WIDTH} ${HEIGHT}" role="group">
${leaves}
</svg>`;
}

interface Rectangle {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

function rectangle({ row, title, note, heat }: Area, { x, y, width, height }: Rectangle): Markup {
  const letters = Math.floor((width - 10) / LETTER);
  const words = [title, note].slice(0, letters < 4 ? 0 : Math.floor((height - 6) / LINE));
  const lines = words.map((text, at) =>
    markup`<text class="${at === 0 ? "large" : "small"}" x="${x + 6}" y="${y + LINE * (at + 1)}">${
      clipped(text, letters)
    }</text>`
  );
  const level = Math.min(HEATS - 1, Math.floor(heat * HEATS));
  return markup`<g class="node heat${level}" data-row="${row}" data-x="${
    Math.round(x + width / 2)
  }" data-y="${Math.round(y + height / 2)}" tabindex="0" role="button"><title>${title}
${note}</title><rect x="${x}" y="${y}" width="${width}" height="${height}"/>${lines}</g>`;
}
