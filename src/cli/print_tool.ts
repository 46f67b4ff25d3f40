import { type Page, pageHtml } from "../clients/page/page.ts";
import { inTerminal } from "../clients/terminal/text.ts";
import { type ExitCode, Failure } from "../model/errors.ts";
import type { ToolUse } from "../model/calls.ts";
import { type Arguments, type CommandIo, oneOf } from "../platform/command_io.ts";
import { exitOf, rootFor, runTool, type ToolOptions } from "./tool_command.ts";
import { readPageFile } from "../platform/page_files.ts";

/** Default of --link: the places of a page open in VS Code. */
const EDITOR = "vscode://file{root}/{path}:{line}";

/**
 * Prepares `--format html` while this thread may still read the program's files; the function it answers writes the page.
 *
 * @throws Failure when a terminal is to show it, or --link is neither a URL nor `none`
 */
export async function openPage(values: Arguments["values"], io: CommandIo): Promise<(page: Page) => void> {
  if (io.isTerminal) {
    throw new Failure("invalidArgs", "a page is for a browser, not for a terminal: add > page.html");
  }
  const link = values["link"] ?? EDITOR;
  if (typeof link !== "string" || !/^(?:none|[a-z][a-z0-9+.-]*:\/\/\S+)$/.test(link)) {
    throw new Failure("invalidArgs", `--link takes none or a URL with {root}, {path} and {line}: ${link}`);
  }
  const root = await rootFor(io);
  const files = { css: readPageFile("page.css"), js: readPageFile("page.js") };
  const style = { ...files, root, link: link === "none" ? undefined : link };
  return (page) => io.out(pageHtml(page, style));
}

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
