import type { Stats } from "../../timeline/stats.ts";
import { barPicture } from "./columns.ts";
import type { Cell, Page } from "./page.ts";

/** Deliveries over time, and how the tools did. */
export function statsPage(stats: Stats): Page {
  const { days, tools, sessions, delivered, characters, milliseconds } = stats;
  const bars = days.map(({ day, delivered, empty }, row) => ({ row, title: day, filled: delivered, empty }));
  const time = milliseconds ? `; p50 ${milliseconds.p50} ms, p95 ${milliseconds.p95} ms` : "";
  return {
    title: "Deliveries in this repository",
    summary: [`${delivered} contexts in ${sessions} sessions, ${characters} characters${time}`],
    legend: "Prompts about code by day: the lower part was given facts, the upper part nothing.",
    picture: barPicture(bars),
    columns: [
      { title: "day or tool" },
      { title: "delivered, places", isNumber: true },
      { title: "empty, failed", isNumber: true },
      { title: "p50 ms", isNumber: true },
    ],
    rows: [
      ...days.map(({ day, delivered, empty }): Cell[] => [day, delivered, empty, ""]),
      ...tools.map((
        { tool, places, timeouts, failures, p50 },
      ): Cell[] => [tool, places, timeouts + failures, p50]),
    ],
  };
}
