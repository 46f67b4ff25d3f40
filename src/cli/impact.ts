import { counted } from "../model/counted.ts";
import { type Arrow, mermaid } from "../clients/terminal/diagram.ts";
import type { ChangedFileData } from "../graph/impact/changes_data.ts";
import { dependantsText, type Impact, type ImpactData } from "../graph/impact/impact_data.ts";
import { listed } from "../graph/describe.ts";
import { unresolvedText } from "../graph/unresolved.ts";
import type { ExitCode } from "../model/errors.ts";
import { type CommandIo, readArguments, wholeNumber } from "../platform/command_io.ts";
import { printTool } from "./print_tool.ts";

/**
 * `auto-tools impact [SYMBOL|FILE]`: what depends on it, the tests that cover it, the public API it reaches and who
 * knows it; without a target of the uncommitted changes.
 */
export async function run(args: readonly string[], io: CommandIo): Promise<ExitCode> {
  const { values, positionals: [symbol] } = readArguments(args, {
    flags: ["json"],
    texts: ["depth", "format", "link"],
    most: 1,
    message: "impact takes one SYMBOL or FILE, or none",
  });
  const call = { ...(symbol !== undefined && { symbol }), depth: wholeNumber(values, "depth") };
  return await printTool<Impact>({ call: { tool: "ci_impact", args: call }, values }, {
    text,
    formats: new Map([["mermaid", diagram]]),
    page: async (impact, notes) =>
      (await import("../clients/page/reached_page.ts")).impactPage(impact, notes),
  }, io);
}

function text(impact: Impact): string {
  const { dependants, depth, threshold, changes = [], implementations = [], owners } = impact;
  const list = (title: string, lines: readonly string[]): string[] =>
    lines.length > 0 ? [`${title}:`, ...lines.map((line) => `  ${line}`)] : [];
  const rows = (isTest: boolean): string[] => dependants.filter((row) => row.is_test === isTest).map(rowLine);
  const [tests, others] = [rows(true), rows(false)];
  return [
    ...list("changed", changes.flatMap(changeLines)),
    `${impact.target}: ${dependantsText(dependants)}, ${tests.length} in tests, ` +
    `${impact.public_api.length} public (depth ${depth}, impact ${threshold} and above)`,
    ...(impact.unresolved ? [unresolvedText(impact.unresolved)] : []),
    ...list("used by", others),
    ...list("implemented by", implementations),
    ...(tests.length > 0 ? list("tests", tests) : ["tests: none found"]),
    ...list("owners", owners.map(ownerLine)),
    ...list("also defined", (impact.candidates ?? []).map(listed)),
  ].join("\n") + "\n";
}

function rowLine(row: ImpactData): string {
  const marks = `${row.is_public ? "  public" : ""}${row.dispatch ? "  dispatch" : ""}`;
  return `${row.impact.toFixed(2)}  ${row.path}:${row.line}  ${row.symbol ?? "(top level)"}${marks}`;
}

function changeLines({ path, status, old_path, definitions }: ChangedFileData): string[] {
  return [
    `${status}  ${old_path === undefined ? "" : `${old_path} -> `}${path}`,
    ...definitions.map((one) =>
      `  ${one.change}  ${one.symbol}  ${path}:${one.start_line}` +
      (one.still_used ? `  still used: ${one.still_used.join(", ")}` : "")
    ),
  ];
}

function ownerLine({ name, commits, share, last_changed }: Impact["owners"][number]): string {
  return `${name}  ${counted(commits, "commit")} (${Math.round(share * 100)} %), last ${last_changed}`;
}

function diagram(impact: Impact): string {
  const name = (row: ImpactData): string => row.symbol === undefined ? row.path : `${row.path}:${row.symbol}`;
  const uses = impact.dependants.map((row): Arrow => ({
    from: name(row),
    to: row.through,
    label: row.impact.toFixed(2),
  }));
  const changes = (impact.changes ?? []).flatMap(({ path, definitions }) =>
    definitions.map((one): Arrow => ({ from: `${path}:${one.symbol}`, to: impact.target, label: one.change }))
  );
  return mermaid([...uses, ...changes]);
}
