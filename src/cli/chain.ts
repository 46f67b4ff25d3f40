import { counted } from "../model/counted.ts";
import { type Arrow, dot, mermaid } from "../clients/terminal/diagram.ts";
import { type CallChain, type ChainData, completeness } from "../tools/ci_call_chain.ts";
import { listed } from "../graph/describe.ts";
import { CALLABLE } from "../syntax/class_kinds.ts";
import { linesByFile, unresolvedText } from "../graph/unresolved.ts";
import type { ExitCode } from "../model/errors.ts";
import { type CommandIo, oneOf, readArguments, wholeNumber } from "../platform/command_io.ts";
import { printTool } from "./print_tool.ts";

/** `auto-tools chain SYMBOL`: its callers, what it calls, how it is reached. */
export async function run(args: readonly string[], io: CommandIo): Promise<ExitCode> {
  const { values, positionals: [symbol] } = readArguments(args, {
    flags: ["trace-usage", "json"],
    texts: ["direction", "depth", "format", "link"],
    least: 1,
    most: 1,
    message: "chain takes one SYMBOL",
  });
  const diagram = (draw: typeof dot) => (chain: CallChain): string => draw(arrowsOf(chain), [chain.symbol]);
  const call = {
    symbol,
    direction: oneOf(values, "direction", { words: ["callers", "callees", "both"], standard: "both" }),
    depth: wholeNumber(values, "depth"),
    trace_usage: values["trace-usage"] === true,
  };
  return await printTool<CallChain>({ call: { tool: "ci_call_chain", args: call }, values }, {
    text,
    formats: new Map([["mermaid", diagram(mermaid)], ["dot", diagram(dot)]]),
    page: async (chain, notes) => (await import("../clients/page/chain_page.ts")).chainPage(chain, notes),
    isFound: (chain) => Boolean(chain.symbol),
  }, io);
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
    const gap = unresolvedText(chain.unresolved);
    const isUnread = chain.unresolved?.unread !== undefined;
    lines.push(
      ...(isUnread
        ? [`${above}: ${gap}`]
        : list(above, others!, { more: chain.callers.more ?? 0, inTests: tests!.length })),
      ...(gap !== "" && !isUnread ? [`  ${gap}`] : []),
      ...byFile(chain.unresolved?.places).map((place) => `    by name  ${place}`),
      ...(chain.named ? [`  ${completeness(chain)}`] : []),
      ...byFile(chain.named?.imports).map((place) => `    imported  ${place}`),
      ...byFile(chain.named?.exports).map((place) => `    exported  ${place}`),
      ...byFile(chain.named?.texts).map((place) => `    in text  ${place}`),
      ...byFile(chain.named?.others).map((place) => `    in other code  ${place}`),
    );
    if (tests!.length > 0) lines.push(...list(`${above} tests`, tests!));
  }
  if (chain.callees && chain.unresolved?.unread === undefined) {
    lines.push(...list(below, chain.callees.children, { more: chain.callees.more ?? 0 }));
  }
  if (chain.uses) lines.push(...places(`uses: ${chain.uses.length}`, chain.uses.map(used)));
  if (chain.implementations) {
    lines.push(...places(`implemented by: ${chain.implementations.length}`, chain.implementations));
  }
  if (chain.usage) lines.push(...places(`from entry points: ${chain.usage.length}`, chain.usage.map(pathOf)));
  if (chain.candidates.length > 0) lines.push(...places("also defined:", chain.candidates.map(namesake)));
  return lines.join("\n") + "\n";
}

/** `path:3, 8` for places `path:3` and `path:8`. */
function byFile(places?: readonly string[]): string[] {
  return [...linesByFile(places)].map(([path, lines]) => `${path}:${lines.join(", ")}`);
}

/** `path:3  Class.run  2 call sites`. */
function namesake(one: CallChain["candidates"][number]): string {
  return listed(one) + (one.called_at ? `  ${counted(one.called_at.length, "call site")}` : "");
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

function used({ symbol, path, start_line, line }: NonNullable<CallChain["uses"]>[number]): string {
  return `${symbol ?? "(top level)"}  ${path}:${start_line}  line ${line}`;
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
