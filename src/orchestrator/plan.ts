import type { Intent } from "../model/intent.ts";
import { LIMITS } from "../model/limits.ts";
import type { Plan, Tier, ToolCall, ToolName } from "../model/plan.ts";
import type { Settings } from "../model/settings.ts";
import { TOOL_SPECS } from "../model/tools.ts";

const DEFAULT_TIER = 1;
/** Beyond this a prompt is pasted material; the terms were read from its beginning and end. UTF-16 units. */
const LONGEST_QUERY = 20_000;

/**
 * Decides which tools run and with what arguments: a pure function of the intent and the settings.
 *
 * @param available the tools this build can run
 */
export function makePlan(
  prompt: string,
  intent: Intent,
  settings: Settings,
  available: readonly ToolName[],
): Plan {
  const tierMax = (settings.tier_max.value ?? DEFAULT_TIER) as Tier;
  const calls = [statusCall(), searchCall(intent, prompt), ...graphCall(intent, prompt, settings)]
    .filter((call) => available.includes(call.tool) && call.tier <= tierMax)
    .map((call) => ({ ...call, timeoutMs: settings[`tools.${call.tool}.timeout_ms`].value }));
  return {
    tierMax,
    budget: {
      wallMs: settings["budget.wall_ms"].value,
      maxConcurrency: settings["budget.max_concurrency"].value,
      maxInjectedChars: settings["budget.max_injected_chars"].value,
    },
    calls,
    limits: settings.tier_max.value === undefined ? [LIMITS.tier2Disabled] : [],
  };
}

type Draft = Omit<ToolCall, "timeoutMs">;

function statusCall(): Draft {
  return { tool: "ci_index_status", tier: 0, reason: "always: what the facts are based on", args: {} };
}

function graphCall(intent: Intent, prompt: string, settings: Settings): Draft[] {
  if (!settings["graph_rag.enabled"].value) return [];
  return [{
    tool: "ci_graph_rag",
    tier: 1,
    reason: `${intent.kind}: what the matching code calls and is used by`,
    args: {
      depth: settings["graph_rag.max_depth"].value,
      top_k: settings["graph_rag.top_k"].value,
      budget: settings["graph_rag.token_budget"].value,
      query: prompt.slice(0, LONGEST_QUERY),
      terms: intent.terms,
    },
  }];
}

function searchCall(intent: Intent, prompt: string): Draft {
  const limit = TOOL_SPECS.ci_search.clamps["limit"]?.default ?? 0;
  const { identifiers, paths, phrases, words } = intent.terms;
  const about = [...identifiers, ...paths.map((mention) => mention.path), ...phrases, ...words].slice(0, 6);
  return {
    tool: "ci_search",
    tier: 1,
    reason: `${intent.kind}: ${about.join(", ")}`,
    args: { mode: "keyword", limit, query: prompt.slice(0, LONGEST_QUERY), terms: intent.terms },
  };
}
