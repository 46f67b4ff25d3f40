import type { GraphContextData } from "../tools/ci_graph_rag.ts";
import { inTerminal } from "../clients/terminal/long_text.ts";
import type { ExitCode } from "../model/errors.ts";
import { readTerms } from "../intent/terms.ts";
import { oneOf, readArguments, wholeNumber } from "../platform/arguments.ts";
import type { CommandIo } from "../platform/command_io.ts";
import { readQuery } from "./search.ts";
import { openPage } from "./page_output.ts";
import { exitOf, runTool } from "./tool_command.ts";

/** `auto-tools graph [QUERY]`: what the code that matches calls, uses and is used by. */
export async function run(args: readonly string[], io: CommandIo): Promise<ExitCode> {
  const { values, positionals } = readArguments(args, {
    "query-file": { type: "string" },
    json: { type: "boolean" },
    "mock-llm": { type: "boolean" },
    depth: { type: "string" },
    budget: { type: "string" },
    "top-k": { type: "string" },
    format: { type: "string" },
    link: { type: "string" },
  });
  const format = values["json"] ? "json" : oneOf(values, "format", ["text", "json", "html"], "text");
  const page = format === "html" ? await openPage(values, io) : undefined;
  const query = await readQuery(values, positionals, io);
  const { outcome, limits } = await runTool(
    "ci_graph_rag",
    {
      query,
      terms: readTerms(query),
      depth: wholeNumber(values, "depth"),
      budget: wholeNumber(values, "budget"),
      top_k: wholeNumber(values, "top-k"),
    },
    io,
    { clamped: true, mockLlm: values["mock-llm"] === true },
  );
  const data = outcome.findings?.data as GraphContextData | undefined;
  const summary = outcome.findings?.summary ?? outcome.error?.message ?? "";
  if (format === "json") {
    io.out(`${JSON.stringify({ status: outcome.status, limits, graphContext: data })}\n`);
  } else if (page && data) {
    page((await import("../clients/page/graph_page.ts")).graphPage(query, data, [summary, ...limits]));
  } else io.out(inTerminal(textOf(data, summary), io));
  if (format === "text") { for (const line of limits) io.err(`[Limits] ${line}\n`); }
  return exitOf(outcome);
}

function textOf(data: GraphContextData | undefined, summary: string): string {
  const rows = (data?.candidates ?? []).map((one) =>
    `${one.relevance_score.toFixed(3)}  ${one.file_path}:${one.line_start}-${one.line_end}  ${
      one.symbol ?? ""
    }  ${one.reason}`
  );
  return [...rows, summary].join("\n") + "\n";
}
