import { mermaid } from "../adapters/terminal/diagram.ts";
import type { Impact } from "../analysis/ci_impact.ts";
import type { ExitCode } from "../model/errors.ts";
import { Failure } from "../model/errors.ts";
import { oneOf, readArguments, wholeNumber } from "./arguments.ts";
import type { CommandIo } from "./io.ts";
import { exitOf, runTool } from "./tool_command.ts";

/** `auto-tools impact SYMBOL|FILE`: what depends on it, the tests that cover it, the public API it reaches. */
export async function run(args: readonly string[], io: CommandIo): Promise<ExitCode> {
  const { values, positionals } = readArguments(args, {
    depth: { type: "string" },
    json: { type: "boolean" },
    format: { type: "string" },
  });
  const target = positionals[0];
  if (target === undefined || positionals.length > 1) {
    throw new Failure("invalidArgs", "impact takes one SYMBOL or FILE");
  }
  const format = values["json"]
    ? "json"
    : oneOf(values, "format", ["text", "json", "mermaid", "markdown"], "text");
  const { outcome, limits } = await runTool("ci_impact", {
    symbol: target,
    depth: wholeNumber(values, "depth"),
  }, io);
  const impact = outcome.findings?.data as Impact | undefined;
  const summary = outcome.findings?.summary ?? outcome.error?.message ?? "";
  if (format === "json") {
    io.out(`${JSON.stringify({ status: outcome.status, summary, limits, ...impact })}\n`);
  } else if (!impact) io.out(`${summary}\n`);
  else io.out(({ text, mermaid: diagram, markdown })[format](impact));
  if (format === "text") { for (const limit of limits) io.err(`[Limits] ${limit}\n`); }
  return exitOf(outcome);
}

function text(impact: Impact): string {
  const rows = impact.dependants.map((row) =>
    `${row.impact.toFixed(2)}  ${row.path}:${row.line}  ${row.symbol ?? "(top level)"}${
      row.is_test ? "  test" : ""
    }`
  );
  const lists = [
    ...(impact.tests.length > 0
      ? ["tests:", ...impact.tests.map((one) => `  ${one}`)]
      : ["tests: none found"]),
    ...(impact.public_api.length > 0 ? ["public:", ...impact.public_api.map((one) => `  ${one}`)] : []),
  ];
  return [`${impact.target}: ${rows.length} dependants`, ...rows, ...lists].join("\n") + "\n";
}

function markdown(impact: Impact): string {
  const rows = impact.dependants.map((row) =>
    `| ${row.impact.toFixed(2)} | ${row.distance} | \`${
      row.symbol ?? row.path
    }\` | ${row.path}:${row.line} | ${row.is_test ? "test" : ""} |`
  );
  return [
    `# Impact of \`${impact.target}\``,
    "",
    "| impact | distance | dependant | use | |",
    "|---|---|---|---|---|",
    ...rows,
    "",
    `Tests: ${impact.tests.length}. Public API: ${impact.public_api.length}.`,
  ].join("\n") + "\n";
}

function diagram(impact: Impact): string {
  return mermaid(impact.dependants.map((row) => ({
    from: row.symbol === undefined ? row.path : `${row.path}:${row.symbol}`,
    to: row.through,
    label: row.impact.toFixed(2),
  })));
}
