import { baseName } from "../../model/paths.ts";
import { counted } from "../../model/counted.ts";
import type { Hotspots } from "../../history/hotspots/rows.ts";
import type { Page } from "./page.ts";
import { treemapPicture } from "./treemap.ts";

/** Hotspots as a treemap: size by lines, colour by changes. */
export function hotspotsPage({ hotspots, since, until }: Hotspots, summary: readonly string[]): Page {
  const most = Math.max(1, ...hotspots.map(({ commits }) => commits));
  const areas = hotspots.map(({ path, commits, complexity, lines = complexity }, row) => ({
    row,
    title: baseName(path),
    note: `${counted(commits, "commit")}, complexity ${complexity}`,
    // Answers that were kept by an older version know no lines.
    size: Math.max(1, lines),
    heat: commits / most,
  }));
  return {
    title: `Hotspots from ${since} to ${until}`,
    summary,
    legend: "The larger an area, the more lines; the warmer its colour, the more commits.",
    picture: treemapPicture(areas),
    columns: ["file", "lines", "commits", "authors", "complexity", "score", "most complex", "changes with"],
    rows: hotspots.map(({ path, lines, commits, authors, complexity, score, most_complex, coupled }) => [
      { path, line: most_complex?.start_line ?? 1 },
      ...[lines ?? "", commits, authors, complexity, score, most_complex?.symbol ?? ""],
      coupled.map(({ path, support }) => `${path} (${support})`).join(", "),
    ]),
  };
}
