import type { Cap } from "../model/answer.ts";
import type { SafeText } from "../model/brands.ts";
import type { Finding, ToolOutcome } from "../model/findings.ts";
import { LIMITS } from "../model/limits.ts";
import type { Plan, ToolName } from "../model/plan.ts";
import type { Redaction, Report, ReportItem, ReportResult } from "../model/report.ts";
import { EMPTY, joinSafe, seal, sealLine } from "../safety/seal.ts";
import { render } from "./render.ts";

/** What fusing needs besides the outcomes. */
export interface FuseInput {
  readonly plan: Plan;
  readonly outcomes: readonly ToolOutcome[];
  /** [Limits] lines known before any tool ran. */
  readonly limits: readonly string[];
  readonly cap: Cap;
}

const MOST_ITEMS = 12;
const MOST_SNIPPETS = 3;
/** Rows for people may be longer than claims. */
const LONGEST_ROW = 400;

/** Merges what the tools found into one sealed report; the same input gives the same bytes. */
export function fuse(input: FuseInput): Report {
  const removed = new Removals();
  const useful = input.outcomes.filter((outcome) => outcome.findings && outcome.findings.strength !== "none");
  const strong = useful.some((outcome) => outcome.findings?.strength === "strong");
  const items = merge(useful).slice(0, MOST_ITEMS)
    .map((merged, rank) => sealItem(merged, strong && rank < MOST_SNIPPETS, removed));
  const results = input.outcomes.map((outcome) => sealResult(outcome, removed));
  const basis = results.find((result) => result.tool === "ci_index_status")?.summary ?? EMPTY;
  const gaps = input.outcomes.flatMap((outcome) => outcome.findings?.gaps ?? []);
  const block = render({ items, basis, gaps: gaps.map((gap) => sealLine(gap).text), cap: input.cap });
  const limits = limitLines(input, gaps, removed, items.length === 0, block.truncated);
  const failed = input.outcomes.filter((outcome) => outcome.status !== "ok");
  return {
    context: block.text,
    items,
    forUser: {
      toolPlan: lines("Auto Tools", input.plan.calls.map((call) => `${call.tool}: ${call.reason}`)),
      results: lines("Results", input.outcomes.map(resultLine)),
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

/** Adds up what redaction and the injection filter removed. */
class Removals {
  readonly #redactions = new Map<string, number>();
  injections = 0;

  text(raw: string): { text: SafeText; redactions: readonly Redaction[] } {
    return this.#count(seal(raw));
  }

  line(raw: string): SafeText {
    return this.#count(sealLine(raw)).text;
  }

  get redactions(): readonly Redaction[] {
    return [...this.#redactions].map(([kind, count]) => ({ kind, count }))
      .sort((a, b) => a.kind < b.kind ? -1 : 1);
  }

  #count(sealed: ReturnType<typeof seal>): ReturnType<typeof seal> {
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
  conflict: boolean;
}

/** One entry per place and symbol, in the tools' own order; interleaved so that each tool's best comes first. */
function merge(outcomes: readonly ToolOutcome[]): Merged[] {
  const merged = new Map<string, Merged>();
  const claims = new Map<string, Merged>();
  const longest = Math.max(0, ...outcomes.map((outcome) => outcome.findings?.items.length ?? 0));
  for (let rank = 0; rank < longest; rank++) {
    for (const outcome of outcomes) {
      const finding = outcome.findings?.items[rank];
      if (!finding) continue;
      const key = `${finding.path}\0${finding.symbol ?? finding.startLine}`;
      const known = merged.get(key);
      if (known) {
        if (!known.tools.includes(outcome.tool)) known.tools.push(outcome.tool);
        continue;
      }
      const entry: Merged = { finding, tools: [outcome.tool], conflict: false };
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
    claim: removed.line(finding.claim),
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
  empty: boolean,
  truncated: boolean,
): string[] {
  const result = [...input.limits, ...input.plan.limits, ...gaps];
  for (const { tool, status, durationMs, error } of input.outcomes) {
    if (status === "timeout") result.push(LIMITS.toolTimeout(tool, durationMs));
    if (status === "error") result.push(LIMITS.toolFailed(tool, error?.message ?? ""));
    if (status === "skipped") result.push(LIMITS.toolSkipped(tool));
  }
  const kinds = removed.redactions.map(({ kind, count }) => `${kind} ${count}`).join(", ");
  if (kinds) result.push(LIMITS.redacted(kinds));
  if (removed.injections > 0) result.push(LIMITS.injectionFiltered(removed.injections));
  if (truncated) result.push(LIMITS.truncated(input.cap.limit, input.cap.unit));
  if (empty) result.push(LIMITS.nothingFound);
  return result;
}

function lines(title: string, rows: readonly string[]): SafeText {
  return joinSafe([`[${title}]`, ...rows].map((row) => sealLine(row, { maxUnits: LONGEST_ROW }).text), "\n");
}
