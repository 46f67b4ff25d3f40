import type { BugLocation } from "../tools/ci_bug_locate.ts";
import type { ExitCode } from "../model/errors.ts";
import { readQuestion } from "../intent/question.ts";
import { readArguments, wholeNumber } from "../platform/arguments.ts";
import type { CommandIo } from "../platform/command_io.ts";
import { printTool } from "./print_tool.ts";
import { readQuery } from "./search.ts";

/** `auto-tools locate [TEXT]`: where a reported fault most likely is. */
export async function run(args: readonly string[], io: CommandIo): Promise<ExitCode> {
  const { values, positionals } = readArguments(args, {
    "query-file": { type: "string" },
    json: { type: "boolean" },
    top: { type: "string" },
    "history-depth": { type: "string" },
  });
  const error = await readQuery(values, positionals, io);
  const call = {
    error,
    question: readQuestion(error),
    top_n: wholeNumber(values, "top"),
    history_depth: wholeNumber(values, "history-depth"),
  };
  return await printTool({ call: { tool: "ci_bug_locate", args: call }, values }, { text }, io);
}

function text({ candidates }: BugLocation, summary: string): string {
  const rows = candidates.flatMap((one) => [
    `${one.confidence.toFixed(2)}  ${one.file_path}:${one.start_line}-${one.end_line}  ${one.symbol ?? ""}`,
    `      ${one.reasons.map((reason) => `${reason.name} ${reason.value.toFixed(2)}`).join(", ")}`,
  ]);
  return [...rows, summary].join("\n") + "\n";
}
