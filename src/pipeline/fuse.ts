import { Account, type FuseInput, Removals, unansweredBy } from "./run_summary.ts";
import type { Strength, ToolOutcome } from "../model/calls.ts";
import type { ToolName } from "../model/tools.ts";
import type { Fallback, LeftOut, NewParts, Report, ReportItem } from "../model/report.ts";
import { sanitizeData, sanitizeLine } from "../safety/sanitize.ts";
import { factOf } from "./facts.ts";
import { render, type Rendered } from "./render.ts";
import { semanticGapOf } from "../semantic/choice/model_limits.ts";
import { select, type Selected } from "./select.ts";

/** Drops the history's gaps, except for hotspots: where it only adjusts the ranking they help no model. */
function gapsForModel({ tool, findings }: ToolOutcome): readonly string[] {
  const gaps = findings?.gaps ?? [];
  return tool === "ci_hotspot" ? gaps : gaps.filter((gap) => !gap.startsWith("history: "));
}

/** Merges what the tools found into one sanitized report; the same input gives the same bytes. */
export function fuse(input: FuseInput): Report {
  const removed = new Removals(input.sanitizer);
  const useful = input.outcomes.filter((outcome) => outcome.findings && outcome.findings.strength !== "none");
  const items = select(useful, input.plan).map((selected) => sanitizeItem(selected, removed));
  const found = items.map((item) => input.given.newOf(item));
  const status = input.outcomes.find(({ tool }) => tool === "ci_index_status");
  const basis = removed.line(status?.findings?.summary ?? "");
  const phrases = new Set(useful.flatMap(gapsForModel));
  const gaps = [...phrases].map((gap) => sanitizeLine(gap, { isOwn: true }).text);
  const alone = strengthOf(useful, input.plan.searchLeads ?? false);
  const strength = input.isUnsure && alone === "strong" ? "likely" : alone;
  const block = render({ found, basis, before: input.given.basis, gaps, strength, cap: input.cap });
  const leftOut = leftOutOf(found, block, removed);
  const account = new Account(input, removed, block);
  return {
    context: block.text,
    truncated: block.truncated,
    strength,
    items,
    newParts: block.newParts,
    ...(block.basis !== undefined && { basis: block.basis }),
    ...(input.structured && structuredData(input.outcomes)),
    ...fallbackOf(input),
    leftOut,
    ran: input.outcomes.map(({ tool, status, durationMs, error }) => ({
      tool,
      status,
      durationMs,
      ...(error && { code: error.code }),
    })),
    // A hook writes none of these, and sanitizing their wording takes longer than the block on a busy machine.
    get results() {
      return account.results;
    },
    get forUser() {
      return account.forUser;
    },
    get degraded() {
      return account.degraded;
    },
  };
}

/** Strength of the search where its places come first or nothing else was found; weak places have no code. */
function strengthOf(useful: readonly ToolOutcome[], searchLeads: boolean): Strength {
  const found = useful.filter(({ tool, findings }) => tool !== "ci_graph_rag" && findings!.items.length > 0);
  const search = found.find(({ tool }) => tool === "ci_search")?.findings;
  if (!search || (found.length > 1 && !searchLeads)) return "strong";
  const hasMore = found.length > 1 || search.items.some(({ code }) => code !== undefined);
  return search.strength === "weak" && hasMore ? "likely" : search.strength;
}

function leftOutOf(found: readonly NewParts[], block: Rendered, removed: Removals): LeftOut {
  const fresh = found.filter(({ place, fact, code }) => place || fact || code);
  return {
    known: found.length - fresh.length,
    tooLong: fresh.length - block.newParts.length,
    secrets: removed.redactions.reduce((sum, { count }) => sum + count, 0),
    injections: removed.injections,
  };
}

function structuredData(outcomes: readonly ToolOutcome[]): Pick<Report, "graphContext" | "callChain"> {
  const dataOf = (tool: ToolName): unknown =>
    outcomes.find((outcome) => outcome.tool === tool && outcome.status === "ok")?.findings?.data;
  const graph = dataOf("ci_graph_rag");
  const chain = dataOf("ci_call_chain");
  return {
    ...(graph !== undefined && { graphContext: sanitizeData(graph) }),
    ...(chain !== undefined && { callChain: sanitizeData(chain) }),
  };
}

/** The reasons of the contract: time ran out, the graph has no index, meaning was not used, no model ranked. */
function fallbackOf({ outcomes, models }: FuseInput): { fallback?: Fallback } {
  if (outcomes.some(({ status }) => status === "timeout" || status === "skipped")) {
    return { fallback: { reason: "timeout", degradedTo: "partial results" } };
  }
  if (unansweredBy(outcomes).length > 0) {
    return { fallback: { reason: "ckb_unavailable", degradedTo: "keyword+graph" } };
  }
  const graph = outcomes.find((outcome) => outcome.tool === "ci_graph_rag");
  const hasIndex = graph?.status === "ok" && !graph.findings?.gaps.some((gap) => gap.startsWith("no index"));
  if (graph && !hasIndex) return { fallback: { reason: "ckb_unavailable", degradedTo: "keyword" } };
  const semanticGap = semanticGapOf(outcomes, models);
  if (graph && semanticGap) return { fallback: { reason: semanticGap.reason, degradedTo: "keyword+graph" } };
  const gap = models?.rerankGap;
  return gap ? { fallback: { reason: gap.reason, degradedTo: "order as found" } } : {};
}

function sanitizeItem(
  { finding, tools, conflict, relation, withCode }: Selected,
  removed: Removals,
): ReportItem {
  const code = withCode ? finding.code : undefined;
  const fact = finding.isReason ? relation : finding.claim;
  const explained = [code && finding.values, relation].filter((text) => text !== undefined).join("; ");
  return {
    tools,
    path: removed.line(finding.path),
    startLine: finding.startLine,
    endLine: finding.endLine,
    ...(finding.symbol && { symbol: removed.line(finding.symbol) }),
    ...(finding.version !== undefined && /^[0-9a-f-]{1,40}$/.test(finding.version) &&
      { version: finding.version }),
    claim: removed.line(finding.claim),
    ...(explained !== "" && { relation: removed.line(explained) }),
    ...(fact !== undefined && { fact: removed.line(factOf(fact)) }),
    conflict,
    ...(code && {
      code: code.map(({ startLine, text }) => ({ startLine, text: removed.text(text).text })),
    }),
  };
}
