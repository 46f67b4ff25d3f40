import { counted } from "../model/counted.ts";
import type { Arrow } from "../clients/terminal/diagram.ts";
import { dot, mermaid } from "../clients/terminal/diagram.ts";
import type { CallChain, ChainData } from "../tools/ci_call_chain.ts";
import { listed } from "../graph/describe.ts";
import { CALLABLE } from "../syntax/class_kinds.ts";
import { unresolvedText } from "../graph/unresolved.ts";
import { inTerminal } from "../clients/terminal/long_text.ts";
import type { ExitCode } from "../model/errors.ts";
import { oneOf, readArguments, wholeNumber } from "../platform/arguments.ts";
import type { CommandIo } from "../platform/command_io.ts";
import { openPage } from "./page_output.ts";
import { exitOf, runTool } from "./tool_command.ts";

/** `auto-tools chain SYMBOL`: who calls it, what it calls, how it is reached. */
export async function run(args: readonly string[], io: CommandIo): Promise<ExitCode> {
  const { values, positionals: [symbol] } = readArguments(args, {
    direction: { type: "string" },
    depth: { type: "string" },
    "trace-usage": { type: "boolean" },
    json: { type: "boolean" },
    format: { type: "string" },
    link: { type: "string" },
  }, { least: 1, most: 1, says: "chain takes one SYMBOL" });
  const format = values["json"]
    ? "json"
    : oneOf(values, "format", ["text", "json", "mermaid", "dot", "html"], "text");
  const page = format === "html" ? await openPage(values, io) : undefined;
  const { outcome, limits } = await runTool("ci_call_chain", {
    symbol,
    direction: oneOf(values, "direction", ["callers", "callees", "both"], "both"),
    depth: wholeNumber(values, "depth"),
    trace_usage: values["trace-usage"] === true,
  }, io);
  const chain = outcome.findings?.data as CallChain | undefined;
  const summary = outcome.findings?.summary ?? outcome.error?.message ?? "";
  if (format === "json") io.out(`${JSON.stringify({ status: outcome.status, summary, limits, ...chain })}\n`);
  else if (!chain?.symbol) io.out(`${summary}\n`);
  else if (page) page((await import("../clients/page/chain_page.ts")).chainPage(chain, [summary, ...limits]));
  else if (format === "text") io.out(inTerminal(text(chain), io));
  else io.out((format === "dot" ? dot : mermaid)(arrowsOf(chain), [chain.symbol]));
  if (format === "text") { for (const limit of limits) io.err(`[Limits] ${limit}\n`); }
  return exitOf(outcome);
}

function text(chain: CallChain): string {
  const root = chain.callers ?? chain.callees;
  const isCalled = root?.kind === undefined || [...CALLABLE].some((kind) => kind === root.kind);
  const [above, below] = isCalled ? ["called by", "calls"] : ["used by", "uses"];
  const [tests, others] = [true, undefined].map((kind) =>
    (chain.callers?.children ?? []).filter((one) => one.is_test === kind)
  );
  const lines = [chain.symbol];
  if (chain.callers) {
    const gap = chain.unresolved ? [`  ${unresolvedText(chain.unresolved)}`] : [];
    lines.push(...list(above, others!, { more: chain.callers.more ?? 0, inTests: tests!.length }), ...gap);
    if (tests!.length > 0) lines.push(...list(`${above} tests`, tests!));
  }
  if (chain.callees) lines.push(...list(below, chain.callees.children, { more: chain.callees.more ?? 0 }));
  if (chain.implementations) {
    lines.push(...places(`implemented by: ${chain.implementations.length}`, chain.implementations));
  }
  if (chain.usage) lines.push(...places(`from entry points: ${chain.usage.length}`, chain.usage.map(pathOf)));
  if (chain.candidates.length > 0) lines.push(...places("also defined:", chain.candidates.map(listed)));
  return lines.join("\n") + "\n";
}

/** `called by: 112 (100 shown)` and what is shown. */
function list(
  title: string,
  nodes: readonly ChainData[],
  { more = 0, inTests = 0 }: { readonly more?: number; readonly inTests?: number } = {},
): string[] {
  if (nodes.length + more === 0) {
    return [`${title}: ${inTests > 0 ? "nothing outside of tests" : "nothing found"}`];
  }
  const count = more > 0
    ? `${nodes.length + more + inTests} (${nodes.length + inTests} shown)`
    : nodes.length;
  return [`${title}: ${count}`, ...nodes.flatMap((node) => tree(node, "  "))];
}

function places(title: string, lines: readonly string[]): string[] {
  return [title, ...lines.map((line) => `  ${line}`)];
}

function pathOf({ entry, steps }: NonNullable<CallChain["usage"]>[number]): string {
  return `${entry}: ${
    steps.map((step) => `${step.symbol ?? step.path} (${step.path}:${step.line})`).join(" > ")
  }`;
}

function tree(node: ChainData, indent: string): string[] {
  const marks = [
    `${indent}${node.symbol ?? "(top level)"}`,
    placeOf(node),
    node.confidence,
    ...(node.calls === undefined ? [] : [counted(node.calls, "call")]),
    ...(node.lines === undefined ? [] : [`lines ${node.lines.join(", ")}`]),
    ...(node.dispatch ? ["dispatch"] : []),
    ...(node.cycle_detected ? ["cycle_detected"] : []),
  ];
  return [
    marks.join("  "),
    ...node.children.flatMap((child) => tree(child, `${indent}  `)),
    ...(node.more === undefined ? [] : [`${indent}  ... ${node.more} more`]),
  ];
}

/** Of a caller the line of its call, of a callee its own line and that of the call. */
function placeOf({ path, start_line, line, call_path }: ChainData): string {
  return call_path === undefined || call_path === path
    ? `${path}:${line}`
    : `${path}:${start_line}  called at ${call_path}:${line}`;
}

function arrowsOf(chain: CallChain): Arrow[] {
  const name = (node: ChainData): string =>
    node.symbol === undefined ? node.path : `${node.path}:${node.symbol}`;
  const walk = (node: ChainData, up: boolean): Arrow[] =>
    node.children.flatMap((child) => {
      const [from, to] = up ? [child, node] : [node, child];
      const arrow: Arrow = {
        from: name(from),
        to: name(to),
        label: `line ${child.line}`,
        ...(child.dispatch && { isDashed: true }),
      };
      return [arrow, ...walk(child, up)];
    });
  return [
    ...(chain.callers ? walk(chain.callers, true) : []),
    ...(chain.callees ? walk(chain.callees, false) : []),
  ];
}
