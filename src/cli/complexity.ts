import type { TableColumn } from "../clients/terminal/table.ts";
import { table } from "../clients/terminal/table.ts";
import type { Complexity, ComplexityRow } from "../tools/ci_complexity.ts";
import type { ExitCode } from "../model/errors.ts";
import { readArguments, wholeNumber } from "../platform/arguments.ts";
import type { CommandIo } from "../platform/command_io.ts";
import { exitOf, runTool } from "./tool_command.ts";

const COLUMNS: readonly TableColumn<ComplexityRow>[] = [
  { title: "cognitive", text: (row) => String(row.cognitive), isNumber: true },
  { title: "cyclomatic", text: (row) => String(row.cyclomatic), isNumber: true },
  { title: "nesting", text: (row) => String(row.nesting), isNumber: true },
  { title: "lines", text: (row) => String(row.lines), isNumber: true },
  { title: "parameters", text: (row) => String(row.parameters), isNumber: true },
  { title: "function", text: (row) => `${row.symbol}  ${row.path}:${row.start_line}` },
];

/** `auto-tools complexity PATH`: how complex the functions of a file or folder are. */
export async function run(args: readonly string[], io: CommandIo): Promise<ExitCode> {
  const { values, positionals: [path] } = readArguments(args, {
    top: { type: "string" },
    json: { type: "boolean" },
  }, { least: 1, most: 1, says: "complexity takes one PATH" });
  const top = wholeNumber(values, "top") ?? 20;
  const { outcome, limits } = await runTool("ci_complexity", { path }, io);
  const complexity = outcome.findings?.data as Complexity | undefined;
  const summary = outcome.findings?.summary ?? outcome.error?.message ?? "";
  if (values["json"]) {
    io.out(`${JSON.stringify({ status: outcome.status, summary, limits, ...complexity })}\n`);
    return exitOf(outcome);
  }
  io.out(table(complexity?.functions.slice(0, top) ?? [], COLUMNS));
  const hidden = (complexity?.functions.length ?? 0) - top;
  io.out(`${summary}${hidden > 0 ? `; ${hidden} more with --top ${complexity?.functions.length}` : ""}\n`);
  for (const limit of limits) io.err(`[Limits] ${limit}\n`);
  return exitOf(outcome);
}
