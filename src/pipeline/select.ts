import type { Finding, ToolOutcome } from "../model/findings.ts";
import type { Budget, ToolName } from "../model/plan.ts";

/** A finding that is shown. */
export interface Selected {
  readonly finding: Finding;
  readonly tools: readonly ToolName[];
  /** What the graph says of a place that the search found. */
  readonly relation?: string;
  /** Another finding claims the opposite; none is resolved. */
  readonly conflict: boolean;
  readonly withCode: boolean;
}

/** Beside the best a place less likely than this is not worth its line. */
const LEAST_PLACE = 0.03;
/** Nor its code below this. */
const LEAST_CODE = 0.06;
/** Code of all places together, UTF-16 units; the best place has its code whatever it takes. */
const MOST_CODE = 5000;
/** Most entries of one tool, so that each has room; what deep tools say is the most specific and comes first. */
const GRAPH_SHARE = 3;
const FIRST_DEEP_SHARE = 6;
const DEEP_SHARE = 2;

/**
 * Chooses what is shown of what the tools found: one entry per place, the deep tools' best, then the search's, then
 * what the graph adds; code as long as it is likely enough to be what was asked for and there is room. A deep tool
 * that is alone has all the room.
 */
export function select(outcomes: readonly ToolOutcome[], budget: Budget): Selected[] {
  const merged = merge(outcomes, budget.maxItems).slice(0, budget.maxItems);
  const isStrong = outcomes.some(({ findings }) => findings?.strength === "strong");
  let left = isStrong ? MOST_CODE : 3000;
  let places = 0;
  return merged.map(({ finding, ...entry }): Selected => {
    const size = (finding.code ?? []).reduce((sum, { text }) => sum + text.length, 0);
    const isWorth = size > 0 && (finding.confidence ?? 1) >= LEAST_CODE && places < budget.maxSnippets;
    const withCode = isWorth && left > 0 && (size <= left || places === 0);
    if (withCode) {
      left -= size;
      places++;
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

function merge(outcomes: readonly ToolOutcome[], most: number): Merged[] {
  const merged = new Map<string, Merged>();
  const claims = new Map<string, Merged>();
  const isDeep = ({ tool }: ToolOutcome): boolean => tool !== "ci_search" && tool !== "ci_graph_rag";
  const ordered = [...outcomes.filter(isDeep), ...outcomes.filter((outcome) => !isDeep(outcome))];
  for (const [rank, { tool, findings }] of ordered.entries()) {
    let left = shareOf(tool, outcomes.length === 1 ? most : rank === 0 ? FIRST_DEEP_SHARE : DEEP_SHARE, most);
    for (const finding of findings?.items ?? []) {
      if (left === 0) break;
      if ((finding.confidence ?? 1) < LEAST_PLACE) continue;
      const key = `${finding.path}\0${finding.symbol ?? finding.startLine}`;
      const known = merged.get(key);
      if (known) {
        addTool(known, tool, finding);
        continue;
      }
      left--;
      const entry: Merged = { finding, tools: [tool], conflict: false };
      merged.set(key, entry);
      markConflict(entry, claims);
    }
  }
  return [...merged.values()];
}

function shareOf(tool: ToolName, deep: number, most: number): number {
  return tool === "ci_search" ? most : tool === "ci_graph_rag" ? GRAPH_SHARE : deep;
}

/** A second tool that knows the place may say how it hangs together with others, or bring its code. */
function addTool(known: Merged, tool: ToolName, { claim, isReason, code }: Finding): void {
  if (!known.tools.includes(tool)) known.tools.push(tool);
  if (!isReason && known.finding.isReason) known.relation ??= claim;
  if (code && !known.finding.code) Object.assign(known, { finding: { ...known.finding, code } });
}

/** Opposite claims under one key are both shown and both marked; none is resolved. */
function markConflict(entry: Merged, claims: Map<string, Merged>): void {
  const key = entry.finding.claimKey;
  if (key === undefined) return;
  const other = claims.get(key);
  if (!other) claims.set(key, entry);
  else if (other.finding.claim !== entry.finding.claim) other.conflict = entry.conflict = true;
}
