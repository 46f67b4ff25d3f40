import { counted } from "../../model/counted.ts";
import type { HotspotRow, Hotspots } from "../../history/hotspots/rows.ts";
import type { Page } from "./page.ts";
import { treemapPicture } from "./treemap.ts";

/** Hotspots as a treemap: size by lines, colour by changes. */
export function hotspotsPage({ hotspots, since, until }: Hotspots, summary: readonly string[]): Page {
  const most = Math.max(1, ...hotspots.map(({ commits }) => commits));
  const areas = hotspots.map((one, row) => ({
    row,
    title: one.path.split("/").at(-1) ?? one.path,
    note: `${counted(one.commits, "commit")}, complexity ${one.complexity}`,
    size: sizeOf(one),
    heat: one.commits / most,
  }));
  return {
    title: `Hotspots from ${since} to ${until}`,
    summary,
    legend: "The larger an area, the more lines; the warmer its colour, the more commits.",
    picture: treemapPicture(areas),
    columns: [
      { title: "file" },
      { title: "lines", isNumber: true },
      { title: "commits", isNumber: true },
      { title: "authors", isNumber: true },
      { title: "complexity", isNumber: true },
      { title: "score", isNumber: true },
      { title: "most complex" },
      { title: "changes with" },
    ],
    rows: hotspots.map((one) => [
      { path: one.path, line: one.most_complex?.start_line ?? 1 },
      one.lines ?? "",
      one.commits,
      one.authors,
      one.complexity,
      one.score,
      one.most_complex?.symbol ?? "",
      one.coupled.map(({ path, support }) => `${path} (${support})`).join(", "),
    ]),
  };
}

/** Answers that were kept by an older version know no lines. */
function sizeOf({ lines, complexity }: HotspotRow): number {
  return Math.max(1, lines ?? complexity);
}
