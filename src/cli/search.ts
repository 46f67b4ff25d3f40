import { inTerminal, type Paint, painter } from "../clients/terminal/text.ts";
import { type ExitCode, Failure } from "../model/errors.ts";
import { didYouMean } from "../model/near_words.ts";
import type { Findings } from "../model/calls.ts";
import { readQuestion } from "../intent/question.ts";
import { asEnglish } from "../text/other_languages.ts";
import { absolutePath, readSmallFile } from "../platform/host_files.ts";
import { MESSAGE_BYTES } from "../platform/limits.ts";
import { type Arguments, type CommandIo, oneOf, readArguments, wholeNumber } from "../platform/command_io.ts";
import { exitOf, runTool } from "./tool_command.ts";

const HIGHEST_LIMIT = 100;
const MODES = ["keyword", "semantic", "hybrid"] as const;
const ROLES = ["code", "test", "doc", "data", ""] as const;

/** `auto-tools search [QUERY] [--query-file F] [--json] [--limit N] [--path GLOB] [--lang L] [--kind K] [--mode M]`. */
export async function run(args: readonly string[], io: CommandIo): Promise<ExitCode> {
  const { values, positionals } = readArguments(args, {
    flags: ["json", "mock-llm"],
    texts: ["query-file", "limit", "path", "lang", "kind", "mode"],
  });
  const query = await asEnglish(await readQuery(values, positionals, io), () => false);
  const limit = wholeNumber(values, "limit");
  if (limit !== undefined && (limit < 1 || limit > HIGHEST_LIMIT)) {
    throw new Failure("invalidArgs", `--limit takes a number from 1 to ${HIGHEST_LIMIT}: ${limit}`);
  }
  await checkLanguage(values["lang"]);
  const kind = oneOf(values, "kind", { words: ROLES, standard: "" });
  const search = {
    query,
    question: readQuestion(query),
    mode: oneOf(values, "mode", { words: MODES, standard: "hybrid" }),
    limit,
    ...(typeof values["path"] === "string" && { path: values["path"] }),
    ...(typeof values["lang"] === "string" && { language: values["lang"] }),
    ...(kind && { kind }),
  };
  const { outcome, limits } = await runTool(
    { tool: "ci_search", args: search },
    io,
    { clamped: false, items: true, mockLlm: values["mock-llm"] === true },
  );
  const findings = outcome.findings;
  if (!findings) throw new Failure("unknown", outcome.error?.message ?? "search gave no answer");
  io.out(values["json"] ? jsonOf(findings, limits) : inTerminal(textOf(findings, painter(io)), io));
  if (!values["json"]) { for (const line of limits) io.err(`[Limits] ${line}\n`); }
  return exitOf(outcome);
}

/** A language that is not known would find nothing, and say nothing. */
async function checkLanguage(name: Arguments["values"][string]): Promise<void> {
  if (typeof name !== "string") return;
  const ids = (await import("../syntax/languages.ts")).LANGUAGES.map(({ id }) => id);
  if (ids.includes(name.toLowerCase())) return;
  const near = didYouMean(name, ids);
  throw new Failure(
    "invalidArgs",
    `unknown language: ${name}${near === "" ? `; known are ${ids.join(", ")}` : near}`,
  );
}

/** The query from the arguments, a file, or standard input. */
export async function readQuery(
  values: Arguments["values"],
  positionals: readonly string[],
  io: CommandIo,
): Promise<string> {
  const file = values["query-file"];
  if (typeof file === "string") {
    const text = readSmallFile(absolutePath(file, io.cwd), MESSAGE_BYTES);
    if (text === undefined) throw new Failure("invalidArgs", `cannot read the query file: ${file}`);
    if (text.trim() === "") throw new Failure("invalidArgs", `the query file is empty: ${file}`);
    return text;
  }
  const text = positionals.length > 0 ? positionals.join(" ") : io.isTyped ? "" : await io.stdin();
  if (text.trim() === "") {
    throw new Failure(
      "invalidArgs",
      "missing query: give it as an argument, with --query-file or on standard input",
    );
  }
  return text;
}

/** Data of the search besides its places. */
interface SearchData {
  readonly files?: readonly string[];
  readonly functions?: readonly string[];
}

function jsonOf(findings: Findings, limits: readonly string[]): string {
  const { files = [], functions = [] } = (findings.data ?? {}) as SearchData;
  const results = findings.items.map((item) => ({
    path: item.path,
    range: { start: item.startLine, end: item.endLine },
    ...(item.symbol !== undefined && { symbol: item.symbol }),
    score: item.score,
    reasons: item.reasons,
    ...(item.confidence !== undefined && { confidence: item.confidence }),
    claim: item.claim,
    ...(item.code && { code: item.code }),
  }));
  const { strength, summary } = findings;
  return `${JSON.stringify({ files, functions, results, strength, summary, limits })}\n`;
}

function textOf(findings: Findings, paint: Paint): string {
  if (findings.items.length === 0) return `nothing found: ${findings.summary}\n`;
  const lines = findings.items.map((item) => {
    const symbol = item.symbol === undefined ? "" : `  ${item.symbol}`;
    return `${paint(`${item.path}:${item.startLine}-${item.endLine}`, "path")}${symbol}\n    ${item.claim}`;
  });
  return `${lines.join("\n")}\n${paint(findings.summary, "quiet")}\n`;
}
