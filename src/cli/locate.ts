import type { BugLocation } from "../tools/ci_bug_locate.ts";
import { inTerminal } from "../clients/terminal/long_text.ts";
import type { ExitCode } from "../model/errors.ts";
import { readTerms } from "../intent/terms.ts";
import { readArguments, wholeNumber } from "../platform/arguments.ts";
import type { CommandIo } from "../platform/command_io.ts";
import { readQuery } from "./search.ts";
import { exitOf, runTool } from "./tool_command.ts";

/** `auto-tools locate [TEXT]`: where a reported fault most likely is. */
export async function run(args: readonly string[], io: CommandIo): Promise<ExitCode> {
  const { values, positionals } = readArguments(args, {
    "query-file": { type: "string" },
    json: { type: "boolean" },
    top: { type: "string" },
    "history-depth": { type: "string" },
  });
  const error = await readQuery(values, positionals, io);
  const { outcome, limits } = await runTool("ci_bug_locate", {
    error,
    terms: readTerms(error),
    top_n: wholeNumber(values, "top"),
    history_depth: wholeNumber(values, "history-depth"),
  }, io);
  const location = outcome.findings?.data as BugLocation | undefined;
  const summary = outcome.findings?.summary ?? outcome.error?.message ?? "";
  if (values["json"]) io.out(`${JSON.stringify({ status: outcome.status, summary, limits, ...location })}\n`);
  else io.out(inTerminal(textOf(location, summary), io));
  if (!values["json"]) { for (const line of limits) io.err(`[Limits] ${line}\n`); }
  return exitOf(outcome);
}

function textOf(location: BugLocation | undefined, summary: string): string {
  const rows = (location?.candidates ?? []).flatMap((one) => [
    `${one.confidence.toFixed(2)}  ${one.file_path}:${one.start_line}-${one.end_line}  ${one.symbol ?? ""}`,
    `      ${one.reasons.map((reason) => `${reason.name} ${reason.value.toFixed(2)}`).join(", ")}`,
  ]);
  return [...rows, summary].join("\n") + "\n";
}
