import words from "../../config/reasons.json" with { type: "json" };
import type { BugLocation } from "../tools/ci_bug_locate.ts";
import type { ExitCode } from "../model/errors.ts";
import { readQuestion } from "../intent/question.ts";
import { type CommandIo, readArguments, wholeNumber } from "../platform/command_io.ts";
import { printTool } from "./print_tool.ts";
import { readQuery } from "./search.ts";

/** The parts of a score that people can check, in words; the others are in the JSON. */
const WORDS: ReadonlyMap<string, string> = new Map(Object.entries(words));

/** `auto-tools locate [TEXT]`: where a reported fault most likely is. */
export async function run(args: readonly string[], io: CommandIo): Promise<ExitCode> {
  const { values, positionals } = readArguments(args, {
    flags: ["json"],
    texts: ["query-file", "top", "history-depth"],
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
  const rows = candidates.flatMap((one) => {
    const why = one.reasons.flatMap(({ name, value }) => (value > 0 && WORDS.get(name)) || []).join(", ");
    const place = `${one.file_path}:${one.start_line}-${one.end_line}`;
    return [`${one.confidence.toFixed(2)}  ${place}  ${one.symbol ?? ""}`, ...(why ? [`      ${why}`] : [])];
  });
  return [...rows, summary].join("\n") + "\n";
}
