import { counted } from "../model/counted.ts";
import { painted, painter } from "../clients/terminal/colours.ts";
import type { TableColumn } from "../clients/terminal/table.ts";
import { table } from "../clients/terminal/table.ts";
import type { HotspotRow, Hotspots } from "../history/hotspots/rows.ts";
import type { ExitCode } from "../model/errors.ts";
import { nothingBut, oneOf, readArguments, wholeNumber } from "../platform/arguments.ts";
import type { CommandIo } from "../platform/command_io.ts";
import { knownHotspots } from "../engine/known_hotspots.ts";
import { openPage } from "./page_output.ts";
import { exitOf, runTool } from "./tool_command.ts";

const COLUMNS: readonly TableColumn<HotspotRow>[] = [
  { title: "score", text: (row) => row.score.toFixed(3), isNumber: true },
  { title: "commits", text: (row) => String(row.commits), isNumber: true },
  { title: "authors", text: (row) => String(row.authors), isNumber: true },
  { title: "churn", text: churn, isNumber: true },
  {
    title: "complexity",
    text: (row) => `${row.is_complexity_guessed ? "~" : ""}${row.complexity}`,
    isNumber: true,
  },
  { title: "file", text: (row) => row.path },
];

/** Every file changed as often as any other then. */
const ONE_COMMIT =
  "hotspots: only one commit was looked at, which cannot tell what changes often; --all looks at the whole history";

/** `auto-tools hotspots`: files that change often and are complex. */
export async function run(args: readonly string[], io: CommandIo): Promise<ExitCode> {
  const { values } = readArguments(args, {
    days: { type: "string" },
    all: { type: "boolean" },
    top: { type: "string" },
    json: { type: "boolean" },
    format: { type: "string" },
    link: { type: "string" },
  }, nothingBut("hotspots"));
  const format = values["json"] ? "json" : oneOf(values, "format", ["text", "json", "html"], "text");
  const page = format === "html" ? await openPage(values, io) : undefined;
  const { outcome, limits } = await runTool(
    "ci_hotspot",
    {
      days: wholeNumber(values, "days"),
      top: wholeNumber(values, "top"),
      all: values["all"] === true,
    },
    io,
    { clamped: true, known: knownHotspots },
  );
  const found = outcome.findings?.data as Hotspots | undefined;
  const only = found?.commits === 1 ? [ONE_COMMIT] : [];
  const summary = outcome.findings?.summary ?? outcome.error?.message ?? "";
  if (format === "json") {
    io.out(
      `${JSON.stringify({ status: outcome.status, summary, limits: [...limits, ...only], ...found })}\n`,
    );
  } else if (page && found) {
    page(
      (await import("../clients/page/hotspots_page.ts")).hotspotsPage(found, [summary, ...limits, ...only]),
    );
  } else {
    io.out(
      `${painted(table(found?.hotspots ?? [], COLUMNS), painter(io))}${
        coupled(found?.hotspots ?? [])
      }${summary}\n`,
    );
    for (const limit of [...limits, ...only]) io.err(`[Limits] ${limit}\n`);
  }
  return exitOf(outcome);
}

function churn({ lines_added: added, lines_deleted: deleted }: HotspotRow): string {
  return added === null || deleted === null ? "-" : `+${added} -${deleted}`;
}

function coupled(rows: readonly HotspotRow[]): string {
  const pairs = rows.flatMap((row) =>
    row.coupled.map((one) =>
      `  ${row.path} -> ${one.path}  ${counted(one.support, "commit")}, ${
        Math.round(one.confidence * 100)
      } %\n`
    )
  );
  return pairs.length === 0 ? "" : `changes together with:\n${pairs.join("")}`;
}
