import { type Finding, linesShown, type Plan, type ToolOutcome } from "../model/calls.ts";
import type { ToolName } from "../model/tools.ts";

/** A finding that is shown. */
export interface Selected {
  readonly finding: Finding;
  readonly tools: readonly ToolName[];
  /** Facts from the graph about a place that the search found. */
  readonly relation?: string;
  /** Another finding claims the opposite; none is resolved. */
  readonly conflict: boolean;
  readonly withCode: boolean;
}

/**
 * Maximum share of code already shown under another place, such as a class's beside its methods'; above it, code is
 * left out.
 */
const MOST_REPEATED = 0.5;
/** Most entries of one tool, so that each has room; what deep tools say is the most specific and comes first. */
const DEEP_SHARE = 2;
const ASKED_DEEP_SHARE = 9;
/** Places of the search behind what a deep tool was asked for and found; with fewer of those it has its room. */
const SEARCH_BEHIND = 2;
const FEW_DEEP = 3;
/** Places that the search leaves to the others when it comes first, and how many of them the best deep tool has. */
const LEFT_BY_SEARCH = 5;
const FIRST_BEHIND_SEARCH = 3;

/**
 * Selects the findings to show: one entry per place, the deep tools' best and the search's in the plan's order, with
 * the graph's facts of them; the code that the tools give, as far as the budget goes, and beside users, whose lines are
 * in the list, only that of the first. A deep tool that is alone has all the room.
 */
export function select(
  outcomes: readonly ToolOutcome[],
  plan: Pick<Plan, "budget" | "searchLeads" | "wantsUsers">,
): Selected[] {
  const { budget } = plan;
  const isAnswered = hasUsers(outcomes, plan);
  const shares = sharesOf(outcomes, plan, isAnswered);
  let left = isAnswered ? 1 : budget.maxSnippets;
  const shown = new Set<string>();
  return merge(shares).slice(0, budget.maxItems).map(({ finding, ...entry }): Selected => {
    const lines = linesShown(finding);
    const isRepeated = lines.filter((line) => shown.has(line)).length > lines.length * MOST_REPEATED;
    const withCode = lines.length > 0 && left > 0 && !isRepeated;
    if (withCode) {
      left--;
      for (const line of lines) shown.add(line);
    }
    return { finding, ...entry, withCode };
  });
}

interface Merged {
  readonly finding: Finding;
  readonly tools: ToolName[];
  relation?: string;
  conflict: boolean;
}

/** Findings of one tool, and its maximum number of entries. */
interface Share {
  readonly outcome: ToolOutcome;
  readonly most: number;
}

/** True if users are asked for and known. */
function hasUsers(
  outcomes: readonly ToolOutcome[],
  { wantsUsers, searchLeads }: Parameters<typeof select>[1],
): boolean {
  return wantsUsers === true && !searchLeads &&
    outcomes.some(({ tool, findings }) => tool === "ci_call_chain" && findings?.strength === "strong");
}

/** The tools in the order in which their findings are shown. */
function sharesOf(
  outcomes: readonly ToolOutcome[],
  { budget: { maxItems: most }, searchLeads }: Parameters<typeof select>[1],
  hasUsers: boolean,
): Share[] {
  const search = outcomes.filter(({ tool }) => tool === "ci_search");
  const graph = outcomes.filter(({ tool }) => tool === "ci_graph_rag");
  const deep = outcomes.filter((outcome) => !search.includes(outcome) && !graph.includes(outcome));
  const isFirst = searchLeads && search.length > 0 && deep.length > 0;
  const isAnswered = !isFirst &&
    deep.flatMap(({ findings }) => findings?.items ?? []).length >= FEW_DEEP;
  const share = isFirst ? FIRST_BEHIND_SEARCH : ASKED_DEEP_SHARE;
  const firstDeep = outcomes.length === 1 ? most : share;
  const behind = hasUsers ? 0 : isAnswered ? SEARCH_BEHIND : most;
  const left = isFirst ? Math.max(1, most - LEFT_BY_SEARCH) : behind;
  const bySearch = search.map((outcome) => ({ outcome, most: left }));
  const byDeep = deep.map((outcome, rank) => ({ outcome, most: rank === 0 ? firstDeep : DEEP_SHARE }));
  // Of 87 places that the graph alone named for 260 questions none answered: it speaks of the others' places.
  const byGraph = graph.map((outcome) => ({ outcome, most: outcomes.length === 1 ? most : 0 }));
  return isFirst ? [...bySearch, ...byDeep, ...byGraph] : [...byDeep, ...bySearch, ...byGraph];
}

function merge(shares: readonly Share[]): Merged[] {
  const merged: Merged[] = [];
  const claims = new Map<string, Merged>();
  for (const { outcome: { tool, findings }, most } of shares) {
    let left = most;
    for (const finding of findings?.items ?? []) {
      const known = merged.find((one) => isSamePlace(one.finding, finding));
      if (known) {
        addTool(known, tool, finding);
        continue;
      }
      if (left === 0) continue;
      left--;
      const { relation } = finding;
      const entry: Merged = {
        finding,
        tools: [tool],
        ...(relation !== undefined && { relation }),
        conflict: false,
      };
      merged.push(entry);
      markConflict(entry, claims);
    }
  }
  return merged;
}

/** Checks if two findings are about one definition, or the same lines outside of any: a name may have several. */
function isSamePlace(one: Finding, other: Finding): boolean {
  if (one.path !== other.path || one.symbol !== other.symbol) return false;
  return one.startLine <= other.endLine && other.startLine <= one.endLine;
}

/** A second tool that knows the place may say how it hangs together with others, or bring its code. */
function addTool(known: Merged, tool: ToolName, { claim, isReason, code, values }: Finding): void {
  if (!known.tools.includes(tool)) known.tools.push(tool);
  if (!isReason && known.finding.isReason) known.relation ??= claim;
  if (!code || known.finding.code) return;
  Object.assign(known, { finding: { ...known.finding, code, ...(values !== undefined && { values }) } });
}

/** Opposite claims under one key are both shown and both marked; none is resolved. */
function markConflict(entry: Merged, claims: Map<string, Merged>): void {
  const key = entry.finding.claimKey;
  if (key === undefined) return;
  const other = claims.get(key);
  if (!other) claims.set(key, entry);
  else if (other.finding.claim !== entry.finding.claim) other.conflict = entry.conflict = true;
}
