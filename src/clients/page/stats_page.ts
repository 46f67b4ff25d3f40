import type { Stats } from "../../timeline/stats.ts";
import { barPicture } from "./columns.ts";
import type { Page, Row } from "./page.ts";

/** Deliveries over time, and how the tools did. */
export function statsPage({ days, tools, sessions, delivered, characters, milliseconds }: Stats): Page {
  const bars = days.map(({ day, delivered, empty }, row) => ({ row, title: day, filled: delivered, empty }));
  const time = milliseconds ? `; p50 ${milliseconds.p50} ms, p95 ${milliseconds.p95} ms` : "";
  return {
    title: "Deliveries in this repository",
    summary: [`${delivered} contexts in ${sessions} sessions, ${characters} characters${time}`],
    legend: "Prompts about code by day: the lower part was given facts, the upper part nothing.",
    picture: barPicture(bars),
    columns: ["day or tool", "delivered, places", "empty, failed", "p50 ms"],
    rows: [
      ...days.map(({ day, delivered, empty }): Row => [day, delivered, empty, ""]),
      ...tools.map((
        { tool, places, timeouts, failures, p50 },
      ): Row => [tool, places, timeouts + failures, p50]),
    ],
  };
}
