import { numberColumns, table, type TableColumn } from "../clients/terminal/text.ts";
import type { Complexity, ComplexityRow } from "../tools/ci_complexity.ts";
import type { ExitCode } from "../model/errors.ts";
import { type CommandIo, readArguments, wholeNumber } from "../platform/command_io.ts";
import { printTool } from "./print_tool.ts";

const COLUMNS: readonly TableColumn<ComplexityRow>[] = [
  ...numberColumns<ComplexityRow>("cognitive", "cyclomatic", "nesting", "lines", "parameters"),
  { title: "function", text: (row) => `${row.symbol}  ${row.path}:${row.start_line}` },
];

/** `auto-tools complexity PATH`: how complex the functions of a file or folder are. */
export async function run(args: readonly string[], io: CommandIo): Promise<ExitCode> {
  const { values, positionals: [path] } = readArguments(args, {
    flags: ["json"],
    texts: ["top"],
    least: 1,
    most: 1,
    message: "complexity takes one PATH",
  });
  const top = wholeNumber(values, "top") ?? 20;
  return await printTool<Complexity>({ call: { tool: "ci_complexity", args: { path } }, values }, {
    text: ({ functions }, summary) => {
      const more = functions.length > top
        ? `; ${functions.length - top} more with --top ${functions.length}`
        : "";
      return `${table(functions.slice(0, top), COLUMNS)}${summary}${more}\n`;
    },
  }, io);
}
