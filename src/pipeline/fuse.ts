import type { Cap } from "../model/answer.ts";
import type { Finding, ToolOutcome } from "../model/findings.ts";
import type { Plan, ToolName } from "../model/plan.ts";
import type { Fallback, Report, ReportItem } from "../model/report.ts";
import { sanitizeLine } from "../safety/sanitize.ts";
import { sanitizeData } from "../safety/sanitize_data.ts";
import { Account, unansweredBy } from "./run_summary.ts";
import { factOf } from "./facts.ts";
import { Removals } from "./removals.ts";
import { render } from "./render.ts";
import type { Sanitizer } from "../safety/sanitizer.ts";
import type { SessionMemory } from "./session_memory.ts";
import type { ModelsSaid } from "../semantic/choice/said.ts";
import { semanticGapOf } from "../semantic/choice/said.ts";

/** What fusing needs besides the outcomes. */
export interface FuseInput {
  readonly plan: Plan;
  readonly outcomes: readonly ToolOutcome[];
  /** [Limits] lines known before any tool ran. */
  readonly limits: readonly string[];
  readonly cap: Cap;
  /** What the session was given before. */
  readonly given: SessionMemory;
  readonly sanitizer: Sanitizer;
  /** Whether the tools' own data is part of the report. */
  readonly structured: boolean;
  /** Absent: no model had anything to do with it. */
  readonly models?: ModelsSaid;
}

const MOST_ITEMS = 12;
const MOST_SNIPPETS = 3;

/** Merges what the tools found into one sanitized report; the same input gives the same bytes. */
export function fuse(input: FuseInput): Report {
  const removed = new Removals(input.sanitizer);
  const useful = input.outcomes.filter((outcome) => outcome.findings && outcome.findings.strength !== "none");
  const strong = useful.some((outcome) => outcome.findings?.strength === "strong");
  const items = merge(useful).slice(0, MOST_ITEMS)
    .map((merged, rank) => sanitizeItem(merged, strong && merged.isClose && rank < MOST_SNIPPETS, removed));
  const found = items.map((item) => input.given.newOf(item));
  const status = input.outcomes.find(({ tool }) => tool === "ci_index_status");
  const basis = removed.line(status?.findings?.summary ?? "");
  const gaps = useful.flatMap((outcome) => outcome.findings?.gaps ?? []).map((gap) =>
    sanitizeLine(gap, { isOwn: true }).text
  );
  const block = render({ found, basis, before: input.given.basis, gaps, cap: input.cap });
  const account = new Account(input, removed, block);
  return {
    context: block.text,
    truncated: block.truncated,
    items,
    told: block.told,
    ...(block.basis !== undefined && { basis: block.basis }),
    ...(input.structured && structuredData(input.outcomes)),
    ...fallbackOf(input),
    ran: input.outcomes.map(({ tool, status, durationMs }) => ({ tool, status, durationMs })),
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

function sanitizeItem(merged: Merged, withSnippet: boolean, removed: Removals): ReportItem {
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
