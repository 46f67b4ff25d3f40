import type { Cap } from "../model/answer.ts";
import type { SafeText } from "../model/brands.ts";
import type { Finding, ToolOutcome } from "../model/findings.ts";
import { LIMITS } from "../model/limits.ts";
import type { Plan, ToolName } from "../model/plan.ts";
import type { Fallback, Redaction, Report, ReportItem, ReportResult } from "../model/report.ts";
import type { Sealed } from "../safety/seal.ts";
import { EMPTY, joinSafe, sealLine } from "../safety/seal.ts";
import { sealData } from "../safety/seal_data.ts";
import { factOf } from "./facts.ts";
import type { Rendered } from "./render.ts";
import { render } from "./render.ts";
import type { Sealer } from "./sealer.ts";
import type { SessionMemory } from "./session_memory.ts";
import type { ModelsSaid } from "./semantic/said.ts";
import { modelLimits, semanticGapOf, useLine } from "./semantic/said.ts";

/** What fusing needs besides the outcomes. */
export interface FuseInput {
  readonly plan: Plan;
  readonly outcomes: readonly ToolOutcome[];
  /** [Limits] lines known before any tool ran. */
  readonly limits: readonly string[];
  readonly cap: Cap;
  /** What the session was given before. */
  readonly given: SessionMemory;
  readonly sealer: Sealer;
  /** Whether the tools' own data is part of the report. */
  readonly structured: boolean;
  /** Absent: no model had anything to do with it. */
  readonly models?: ModelsSaid;
}

const MOST_ITEMS = 12;
const MOST_SNIPPETS = 3;
/** Rows for people may be longer than claims. */
const LONGEST_ROW = 400;

/** Merges what the tools found into one sealed report; the same input gives the same bytes. */
export function fuse(input: FuseInput): Report {
  const removed = new Removals(input.sealer);
  const useful = input.outcomes.filter((outcome) => outcome.findings && outcome.findings.strength !== "none");
  const strong = useful.some((outcome) => outcome.findings?.strength === "strong");
  const items = merge(useful).slice(0, MOST_ITEMS)
    .map((merged, rank) => sealItem(merged, strong && merged.isClose && rank < MOST_SNIPPETS, removed));
  const found = items.map((item) => input.given.newOf(item));
  const results = input.outcomes.map((outcome) => sealResult(outcome, removed));
  const basis = results.find((result) => result.tool === "ci_index_status")?.summary ?? EMPTY;
  const gaps = input.outcomes.flatMap((outcome) => outcome.findings?.gaps ?? []);
  const usefulGaps = useful.flatMap((outcome) => outcome.findings?.gaps ?? []).map((gap) =>
    sealLine(gap).text
  );
  const block = render({ found, basis, before: input.given.basis, gaps: usefulGaps, cap: input.cap });
  const limits = [
    ...limitLines(input, gaps, removed, block),
    ...modelLimits(input.outcomes, input.models),
  ];
  const failed = input.outcomes.filter((outcome) => outcome.status !== "ok");
  return {
    context: block.text,
    items,
    told: block.told,
    ...(block.basis !== undefined && { basis: block.basis }),
    ...(input.structured && structuredData(input.outcomes)),
    ...fallbackOf(input),
    forUser: {
      toolPlan: lines("Auto Tools", input.plan.calls.map((call) => `${call.tool}: ${call.reason}`)),
      results: lines("Results", [
        ...input.outcomes.map(resultLine),
        ...(input.models?.uses ?? []).map(useLine),
      ]),
      limits: lines("Limits", limits),
    },
    results,
    degraded: {
      isDegraded: failed.length > 0,
      reason: sealLine(failed.map((outcome) => `${outcome.tool} ${outcome.status}`).join(", ")).text,
      degradedTo:
        sealLine(failed.length === 0 ? "" : items.length > 0 ? "partial results" : "no context").text,
    },
  };
}

function structuredData(outcomes: readonly ToolOutcome[]): Pick<Report, "graphContext" | "callChain"> {
  const dataOf = (tool: ToolName): unknown =>
    outcomes.find((outcome) => outcome.tool === tool && outcome.status === "ok")?.findings?.data;
  const graph = dataOf("ci_graph_rag");
  const chain = dataOf("ci_call_chain");
  return {
    ...(graph !== undefined && { graphContext: sealData(graph) }),
    ...(chain !== undefined && { callChain: sealData(chain) }),
  };
}

/** The reasons of the contract: time ran out, the graph has no index, meaning had no say, nobody ranked. */
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

/** Why a configured CKB server did not answer, per tool it was asked for. */
function unansweredBy(outcomes: readonly ToolOutcome[]): string[] {
  return outcomes.flatMap(({ findings }) => findings?.ckbUnavailable ?? []);
}

/** Adds up what redaction and the injection filter removed. */
class Removals {
  readonly #redactions = new Map<string, number>();
  injections = 0;

  constructor(private readonly sealer: Sealer) {}

  text(raw: string): { text: SafeText; redactions: readonly Redaction[] } {
    return this.#count(this.sealer.text(raw));
  }

  line(raw: string): SafeText {
    return this.#count(this.sealer.line(raw)).text;
  }

  get redactions(): readonly Redaction[] {
    return [...this.#redactions].map(([kind, count]) => ({ kind, count }))
      .sort((a, b) => a.kind < b.kind ? -1 : 1);
  }

  #count(sealed: Sealed): Sealed {
    this.injections += sealed.injections;
    for (const { kind, count } of sealed.redactions) {
      this.#redactions.set(kind, (this.#redactions.get(kind) ?? 0) + count);
    }
    return sealed;
  }
}

interface Merged {
  readonly finding: Finding;
  readonly tools: ToolName[];
  /** Whether its lines matter beside those of its tool's best. */
  readonly isClose: boolean;
  conflict: boolean;
}

/** Most entries of one tool, so that each has room; what deep tools say is the most specific and comes first. */
const SHARE: Partial<Record<ToolName, number>> = { ci_search: 8, ci_graph_rag: 4 };
const DEEP_SHARE = 5;

/**
 * One entry per place and symbol: the deep tools' best, then the search's, then what the graph adds. A deep
 * tool that is alone has all the room.
 */
function merge(outcomes: readonly ToolOutcome[]): Merged[] {
  const merged = new Map<string, Merged>();
  const claims = new Map<string, Merged>();
  const isDeep = ({ tool }: ToolOutcome): boolean => SHARE[tool] === undefined;
  const ordered = [...outcomes.filter(isDeep), ...outcomes.filter((outcome) => !isDeep(outcome))];
  for (const { tool, findings } of ordered) {
    const share = SHARE[tool] ?? (outcomes.length === 1 ? MOST_ITEMS : DEEP_SHARE);
    let left = Math.min(share, findings?.worth?.places ?? MOST_ITEMS);
    for (const [rank, finding] of (findings?.items ?? []).entries()) {
      if (left === 0) break;
      const key = `${finding.path}\0${finding.symbol ?? finding.startLine}`;
      const known = merged.get(key);
      if (known) {
        if (!known.tools.includes(tool)) known.tools.push(tool);
        continue;
      }
      left--;
      const isClose = rank < (findings?.worth?.lines ?? MOST_ITEMS);
      const entry: Merged = { finding, tools: [tool], isClose, conflict: false };
      merged.set(key, entry);
      markConflict(entry, claims);
    }
  }
  return [...merged.values()];
}

/** Opposite claims under one key are both shown and both marked; none is resolved. */
function markConflict(entry: Merged, claims: Map<string, Merged>): void {
  const key = entry.finding.claimKey;
  if (key === undefined) return;
  const other = claims.get(key);
  if (!other) claims.set(key, entry);
  else if (other.finding.claim !== entry.finding.claim) other.conflict = entry.conflict = true;
}

function sealItem(merged: Merged, withSnippet: boolean, removed: Removals): ReportItem {
  const { finding, tools, conflict } = merged;
  const snippet = withSnippet ? finding.snippet : undefined;
  return {
    tools,
    path: removed.line(finding.path),
    startLine: finding.startLine,
    endLine: finding.endLine,
    ...(finding.symbol && { symbol: removed.line(finding.symbol) }),
    ...(finding.version !== undefined && /^[0-9a-f-]{1,40}$/.test(finding.version) &&
      { version: finding.version }),
    claim: removed.line(finding.claim),
    ...(!finding.isReason && { fact: removed.line(factOf(finding.claim)) }),
    conflict,
    ...(snippet && { snippet: { startLine: snippet.startLine, text: removed.text(snippet.text).text } }),
  };
}

function sealResult(outcome: ToolOutcome, removed: Removals): ReportResult {
  const { tool, status, startedAt, durationMs, findings, error } = outcome;
  return {
    tool,
    status,
    startedAt,
    durationMs,
    summary: removed.line(findings?.summary ?? ""),
    ...(error && { error: { code: error.code, message: removed.line(error.message) } }),
    redactions: removed.redactions,
    truncated: (findings?.gaps.length ?? 0) > 0,
  };
}

function resultLine(outcome: ToolOutcome): string {
  const said = outcome.findings?.summary ?? outcome.error?.message ?? "";
  return `${outcome.tool}: ${outcome.status}, ${outcome.durationMs} ms${said ? `, ${said}` : ""}`;
}

function limitLines(
  input: FuseInput,
  gaps: readonly string[],
  removed: Removals,
  block: Rendered,
): string[] {
  const result = [...input.limits, ...input.plan.limits, ...gaps];
  for (const { tool, status, durationMs, error } of input.outcomes) {
    if (status === "timeout") result.push(LIMITS.toolTimeout(tool, durationMs));
    if (status === "error") result.push(LIMITS.toolFailed(tool, error?.message ?? ""));
    if (status === "skipped") result.push(LIMITS.toolSkipped(tool));
  }
  for (const why of new Set(unansweredBy(input.outcomes))) result.push(LIMITS.ckbUnavailable(why));
  const kinds = removed.redactions.map(({ kind, count }) => `${kind} ${count}`).join(", ");
  if (kinds) result.push(LIMITS.redacted(kinds));
  if (removed.injections > 0) result.push(LIMITS.injectionFiltered(removed.injections));
  if (block.truncated) result.push(LIMITS.truncated(input.cap.limit, input.cap.unit));
  if (block.text === "") result.push(LIMITS.nothingFound);
  return result;
}

function lines(title: string, rows: readonly string[]): SafeText {
  return joinSafe([`[${title}]`, ...rows].map((row) => sealLine(row, { maxUnits: LONGEST_ROW }).text), "\n");
}
