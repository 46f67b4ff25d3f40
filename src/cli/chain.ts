import { counted } from "../model/counted.ts";
import type { Arrow } from "../clients/terminal/diagram.ts";
import { dot, mermaid } from "../clients/terminal/diagram.ts";
import type { CallChain, ChainData } from "../tools/ci_call_chain.ts";
import { listed } from "../graph/describe.ts";
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
  else io.out((format === "dot" ? dot : mermaid)(arrowsOf(chain)));
  if (format === "text") { for (const limit of limits) io.err(`[Limits] ${limit}\n`); }
  return exitOf(outcome);
}

function text(chain: CallChain): string {
  const lines = [chain.symbol];
  if (chain.callers) lines.push("called by", ...tree(chain.callers));
  if (chain.unresolved) lines.push(`  ${unresolvedText(chain.unresolved)}`);
  if (chain.callees) lines.push("calls", ...tree(chain.callees));
  if (chain.implementations) lines.push("implemented by", ...chain.implementations.map((one) => `  ${one}`));
  for (const path of chain.usage ?? []) {
    lines.push(
      `from ${path.entry}: ${
        path.steps.map((step) => `${step.symbol ?? step.path} (${step.path}:${step.line})`).join(" > ")
      }`,
    );
  }
  if (chain.candidates.length > 0) {
    lines.push(
      "also defined:",
      ...chain.candidates.map((one) => `  ${listed(one)}`),
    );
  }
  return lines.join("\n") + "\n";
}

function tree(node: ChainData, indent = "  "): string[] {
  if (indent === "  " && node.children.length === 0) return [`${indent}(nothing found)`];
  const more = node.more === undefined ? [] : [`${indent}... ${node.more} more`];
  return [
    ...node.children.flatMap((child) => [
      `${indent}${child.symbol ?? "(top level)"}  ${placeOf(child)}  ${child.confidence}` +
      (child.calls === undefined ? "" : `  ${counted(child.calls, "call")}`) +
      (child.dispatch ? "  dispatch" : "") + (child.cycle_detected ? "  cycle_detected" : ""),
      ...tree(child, `${indent}  `).filter((line) => !line.endsWith("(nothing found)")),
    ]),
    ...more,
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
      return [{ from: name(from), to: name(to), label: `line ${child.line}` }, ...walk(child, up)];
    });
  return [
    ...(chain.callers ? walk(chain.callers, true) : []),
    ...(chain.callees ? walk(chain.callees, false) : []),
  ];
}
