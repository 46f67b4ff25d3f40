import type { Page } from "../clients/page/page.ts";
import { inTerminal } from "../clients/terminal/text.ts";
import type { ExitCode } from "../model/errors.ts";
import type { ToolUse } from "../model/calls.ts";
import { type Arguments, type CommandIo, oneOf } from "../platform/command_io.ts";
import { openPage } from "./page_output.ts";
import { exitOf, runTool, type ToolOptions } from "./tool_command.ts";

/** A tool that a command runs by hand. */
export interface HandCall {
  readonly call: ToolUse;
  /** The command's own options: `json`, `format` and `link` are read from them. */
  readonly values: Arguments["values"];
  readonly options?: ToolOptions;
}

/** Output formats of a tool's findings. */
export interface Printing<Data> {
  readonly text: (data: Data, summary: string) => string;
  /** Formats of `--format` besides text and json. */
  readonly formats?: ReadonlyMap<string, (data: Data) => string>;
  /** Page of `--format html`; the notes are the summary and the limits. Absent: there is no page. */
  readonly page?: (data: Data, notes: readonly string[]) => Promise<Page>;
  /** The part of the document of `--json` that depends on the tool; default: the summary and the data's own fields. */
  readonly json?: (data: Data | undefined) => object;
  /** Limits that show in the data; default: none. */
  readonly limits?: (data: Data) => readonly string[];
  /** True if the data add to the summary; default true. */
  readonly isFound?: (data: Data) => boolean;
}

/**
 * Runs a tool and prints what it found as `--json` or `--format` ask. The limits of a text go to standard error.
 *
 * @throws Failure as `runTool`, or where the options ask for a format that the command does not have
 */
export async function printTool<Data extends object>(
  { call, values, options }: HandCall,
  printing: Printing<Data>,
  io: CommandIo,
): Promise<ExitCode> {
  const formats = ["text", "json", ...printing.formats?.keys() ?? [], ...(printing.page ? ["html"] : [])];
  const format = values["json"] ? "json" : oneOf(values, "format", { words: formats, standard: "text" });
  const write = format === "html" ? await openPage(values, io) : undefined;
  const { outcome, limits: named } = await runTool(call, io, options);
  const data = outcome.findings?.data as Data | undefined;
  const summary = outcome.findings?.summary ?? outcome.error?.message ?? "";
  const limits = [...named, ...(data && printing.limits?.(data)) ?? []];
  if (format === "json") {
    const rest = printing.json?.(data) ?? data;
    const known = printing.json ? {} : { summary };
    io.out(`${JSON.stringify({ status: outcome.status, ...known, limits, ...rest })}\n`);
  } else if (!data || printing.isFound?.(data) === false) {
    // An error, or a page or a diagram with one in it, would be taken for a result.
    const isResult = format === "text" && exitOf(outcome) === 0;
    (isResult ? io.out : io.err)(`${summary}\n`);
  } else if (write) write(await printing.page!(data, [summary, ...limits]));
  else io.out(printing.formats?.get(format)?.(data) ?? inTerminal(printing.text(data, summary), io));
  if (format === "text") { for (const limit of limits) io.err(`[Limits] ${limit}\n`); }
  return exitOf(outcome);
}
