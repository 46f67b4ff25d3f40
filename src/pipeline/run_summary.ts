import type { SafeText } from "../model/brands.ts";
import type { Plan, ToolOutcome } from "../model/calls.ts";
import { LIMITS } from "../model/limits.ts";
import type { Redaction, Report, ReportResult } from "../model/report.ts";
import { clipSafe, joinSafe } from "../safety/safe_text.ts";
import { LINE_UNITS, type Sanitized, sanitizeLine, type Sanitizer } from "../safety/sanitize.ts";
import type { Rendered } from "./render.ts";
import { modelLimits, useLine } from "../semantic/choice/model_limits.ts";
import type { Cap, ModelsReport } from "../model/prompt.ts";
import type { SessionMemory } from "./session_notes.ts";

/** Input of fusing besides the outcomes. */
export interface FuseInput {
  readonly plan: Plan;
  readonly outcomes: readonly ToolOutcome[];
  /** [Limits] lines known before any tool ran. */
  readonly limits: readonly string[];
  readonly cap: Cap;
  /** Earlier deliveries of the session. */
  readonly given: SessionMemory;
  readonly sanitizer: Sanitizer;
  /** True to include the tools' own data in the report. */
  readonly structured: boolean;
  /** True if it is about what was only likely in an earlier turn; default false. */
  readonly isUnsure?: boolean;
  /** Absent: no model had anything to do with it. */
  readonly models?: ModelsReport;
}

/** Adds up what redaction and the injection filter removed. */
export class Removals {
  readonly #redactions = new Map<string, number>();
  injections = 0;

  constructor(private readonly sanitizer: Sanitizer) {}

  text(raw: string): { text: SafeText; redactions: readonly Redaction[] } {
    return this.#count(this.sanitizer.text(raw));
  }

  line(raw: string): SafeText {
    return this.#count(this.sanitizer.line(raw)).text;
  }

  get redactions(): readonly Redaction[] {
    return [...this.#redactions.keys()].sort().map((kind) => ({ kind, count: this.#redactions.get(kind)! }));
  }

  #count(sanitized: Sanitized): Sanitized {
    this.injections += sanitized.injections;
    for (const { kind, count } of sanitized.redactions) {
      this.#redactions.set(kind, (this.#redactions.get(kind) ?? 0) + count);
    }
    return sanitized;
  }
}

/** Rows for people may be longer than claims. */
const LONGEST_ROW = 400;

/** Summary of a run besides the block; computed on demand. */
export class Account {
  #results: readonly ReportResult[] | undefined;
  #forUser: Report["forUser"] | undefined;

  constructor(
    private readonly input: FuseInput,
    private readonly removed: Removals,
    private readonly block: Rendered,
  ) {}

  /** One entry per tool of the plan, in its order. */
  get results(): readonly ReportResult[] {
    return this.#results ??= this.input.outcomes.map((outcome) => sanitizeResult(outcome, this.removed));
  }

  /** The three sections for people. */
  get forUser(): Report["forUser"] {
    return this.#forUser ??= this.#sections();
  }

  /** Failures of the plan's calls. */
  get degraded(): Report["degraded"] {
    const failed = this.input.outcomes.filter(({ status }) => status !== "ok");
    const left = this.block.newParts.length > 0 ? "partial results" : "no context";
    return {
      isDegraded: failed.length > 0,
      reason: sanitizeLine(failed.map(({ tool, status }) => `${tool} ${status}`).join(", ")).text,
      degradedTo: sanitizeLine(failed.length === 0 ? "" : left).text,
    };
  }

  #sections(): Report["forUser"] {
    const { plan, outcomes, models } = this.input;
    // What was removed from the results counts among the limits.
    void this.results;
    return {
      toolPlan: lines("Auto Tools", plan.calls.map((call) => `${call.tool}: ${call.reason}`)),
      results: lines("Results", [...outcomes.map(resultLine), ...(models?.uses ?? []).map(useLine)]),
      limits: lines("Limits", [
        ...limitLines(this.input, this.removed, this.block),
        ...modelLimits(outcomes, models),
      ]),
    };
  }
}

/** Reasons why a configured CKB server did not answer, per tool. */
export function unansweredBy(outcomes: readonly ToolOutcome[]): string[] {
  return outcomes.flatMap(({ findings }) => findings?.ckbUnavailable ?? []);
}

function sanitizeResult(outcome: ToolOutcome, removed: Removals): ReportResult {
  const { tool, status, startedAt, durationMs, findings, error } = outcome;
  return {
    tool,
    status,
    startedAt,
    durationMs,
    summary: clipSafe(removed.line(findings?.summary ?? ""), LINE_UNITS),
    ...(error && { error: { code: error.code, message: removed.line(error.message) } }),
    redactions: removed.redactions,
    truncated: (findings?.gaps.length ?? 0) > 0,
  };
}

function resultLine(outcome: ToolOutcome): string {
  const result = outcome.findings?.summary ?? outcome.error?.message ?? "";
  return `${outcome.tool}: ${outcome.status}, ${outcome.durationMs} ms${result ? `, ${result}` : ""}`;
}

function limitLines(input: FuseInput, removed: Removals, block: Rendered): string[] {
  const gaps = new Set(input.outcomes.flatMap(({ findings }) => findings?.gaps ?? []));
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
  return joinSafe(
    [`[${title}]`, ...rows].map((row) => sanitizeLine(row, { maxUnits: LONGEST_ROW, isOwn: true }).text),
    "\n",
  );
}
