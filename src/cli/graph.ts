import type { GraphContextData } from "../tools/ci_graph_rag.ts";
import type { ExitCode } from "../model/errors.ts";
import { readQuestion } from "../intent/question.ts";
import { type CommandIo, readArguments, wholeNumber } from "../platform/command_io.ts";
import { printTool } from "./print_tool.ts";
import { readQuery } from "./search.ts";

/** `auto-tools graph [QUERY]`: what the code that matches calls, uses and is used by. */
export async function run(args: readonly string[], io: CommandIo): Promise<ExitCode> {
  const { values, positionals } = readArguments(args, {
    flags: ["json", "mock-llm"],
    texts: ["query-file", "depth", "budget", "top-k", "format", "link"],
  });
  const query = await readQuery(values, positionals, io);
  const call = {
    query,
    question: readQuestion(query),
    depth: wholeNumber(values, "depth"),
    budget: wholeNumber(values, "budget"),
    top_k: wholeNumber(values, "top-k"),
  };
  const options = { clamped: true, mockLlm: values["mock-llm"] === true };
  return await printTool<GraphContextData>({ call: { tool: "ci_graph_rag", args: call }, values, options }, {
    text,
    page: async (data, notes) =>
      (await import("../clients/page/reached_page.ts")).graphPage(query, data, notes),
    json: (graphContext) => ({ graphContext }),
  }, io);
}

function text({ candidates }: GraphContextData, summary: string): string {
  const rows = candidates.map((one) =>
    `${one.relevance_score.toFixed(3)}  ${one.file_path}:${one.line_start}-${one.line_end}  ${
      one.symbol ?? ""
    }  ${one.reason}`
  );
  return [...rows, summary].join("\n") + "\n";
}
