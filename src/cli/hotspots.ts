import { counted } from "../model/counted.ts";
import { numberColumns, painted, painter, table, type TableColumn } from "../clients/terminal/text.ts";
import type { HotspotRow, Hotspots } from "../history/hotspots/rows.ts";
import type { ExitCode } from "../model/errors.ts";
import { type CommandIo, noPositionals, readArguments, wholeNumber } from "../platform/command_io.ts";
import { printTool } from "./print_tool.ts";

const COLUMNS: readonly TableColumn<HotspotRow>[] = [
  { title: "score", text: (row) => row.score.toFixed(3), isNumber: true },
  ...numberColumns<HotspotRow>("commits", "authors"),
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
    flags: ["all", "json"],
    texts: ["days", "top", "format", "link"],
    ...noPositionals("hotspots"),
  });
  const call = {
    days: wholeNumber(values, "days"),
    top: wholeNumber(values, "top"),
    all: values["all"] === true,
  };
  return await printTool<Hotspots>({ call: { tool: "ci_hotspot", args: call }, values }, {
    text: ({ hotspots }, summary) =>
      `${painted(table(hotspots, COLUMNS), painter(io))}${coupled(hotspots)}${summary}\n`,
    page: async (found, notes) =>
      (await import("../clients/page/hotspots_page.ts")).hotspotsPage(found, notes),
    limits: ({ commits }) => commits === 1 ? [ONE_COMMIT] : [],
  }, io);
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
