import { withoutEnding } from "../model/paths.ts";
import type { Intent } from "../model/intent.ts";
import { DEEP_EXTRA_MS } from "../model/plan.ts";
import { LIMITS } from "../model/limits.ts";
import { questionOf } from "../model/question.ts";
import type { Budget, Draft, Plan, Tier, ToolCall } from "../model/plan.ts";
import type { ToolName } from "../model/tools.ts";
import type { Settings } from "../model/settings.ts";
import { clampArguments } from "./clamp.ts";
import { asksForDeep, deepCalls, type DeepReason, deepReason } from "./deep.ts";

const DEFAULT_TIER = 1;
/** Beyond this a prompt is pasted material; the terms were read from its beginning and end. UTF-16 units. */
const LONGEST_QUERY = 20_000;

/**
 * Decides which tools run and with what arguments: a pure function of the prompt, its intent and the settings.
 *
 * @param available the tools this build can run
 */
export function makePlan(
  prompt: string,
  intent: Intent,
  settings: Settings,
  available: readonly ToolName[],
): Plan {
  const set = settings.tier_max.value;
  const deep = set === undefined || set === 2 ? deepReason(prompt, intent, set === 2) : undefined;
  const tierMax = (deep ? 2 : set ?? DEFAULT_TIER) as Tier;
  const limits: string[] = set === undefined && !deep ? [LIMITS.tier2Disabled] : [];
  const calls = drafts(prompt, intent, settings, deep)
    .filter((call) => available.includes(call.tool) && call.tier <= tierMax)
    .map((call) => {
      const clamped = clampArguments(call);
      limits.push(...clamped.limits);
      return { ...clamped.call, timeoutMs: settings[`tools.${call.tool}.timeout_ms`].value };
    });
  const testsOfWords = intent.answer === "tests" && intent.terms.identifiers.length === 0;
  const searchLeads = deep && (testsOfWords || !asksForDeep(intent, deep));
  return {
    tierMax,
    budget: budgetOf(settings, calls),
    calls,
    ...(searchLeads && { searchLeads }),
    ...(deep && !searchLeads && intent.answer === "users" && { wantsUsers: true }),
    limits,
  };
}

function drafts(prompt: string, intent: Intent, settings: Settings, deep: DeepReason | undefined): Draft[] {
  const query = [(intent.english ?? prompt).slice(0, LONGEST_QUERY), ...carriedNames(intent)].join("\n");
  const status: Draft = {
    tool: "ci_index_status",
    tier: 0,
    reason: "always: what the facts are based on",
    args: {},
  };
  if (!deep && isOverview(intent)) return [status, overviewCall(intent)];
  const found = deep?.isUncommitted && namesNothing(intent) ? [] : [
    searchCall(intent, query, settings),
    ...(settings["graph_rag.enabled"].value ? [graphCall(intent, query, settings)] : []),
  ];
  return [status, ...found, ...(deep ? deepCalls(intent, query, deep) : [])];
}

/** True if the prompt is about the whole repository: nothing of it is named. */
function isOverview({ answer, carried, terms: { identifiers, paths } }: Intent): boolean {
  return answer === "overview" && !carried && identifiers.length + paths.length === 0;
}

/** "What do my changes break?": the changes say what it is about, its words find nothing. */
function namesNothing({ kind, terms }: Intent): boolean {
  const { identifiers, paths, phrases } = terms;
  return (kind === "review" || kind === "impact") && identifiers.length + paths.length + phrases.length === 0;
}

/** Names of a follow-up's subject in an earlier prompt; folders and endings would match everywhere. */
function carriedNames({ carried }: Intent): readonly string[] {
  if (!carried) return [];
  return carried.symbols.length > 0 ? carried.symbols : carried.paths.map(withoutEnding);
}

function budgetOf(settings: Settings, calls: readonly ToolCall[]): Budget {
  const extra = calls.some((call) => call.tier === 2) ? DEEP_EXTRA_MS : 0;
  return {
    wallMs: settings["budget.wall_ms"].value + extra,
    maxConcurrency: settings["budget.max_concurrency"].value,
    maxInjectedChars: settings["budget.max_injected_chars"].value,
    maxItems: settings["budget.max_items"].value,
    maxSnippets: settings["budget.max_snippets"].value,
  };
}

function graphCall(intent: Intent, query: string, settings: Settings): Draft {
  return {
    tool: "ci_graph_rag",
    tier: 1,
    reason: `${intent.kind}: what the matching code calls and is used by`,
    args: {
      depth: settings["graph_rag.max_depth"].value,
      top_k: settings["graph_rag.top_k"].value,
      budget: settings["graph_rag.token_budget"].value,
      query,
      question: questionOf(intent),
    },
  };
}

function overviewCall({ kind }: Intent): Draft {
  return {
    tool: "ci_search",
    tier: 1,
    reason: `${kind}: the repository as a whole`,
    args: { overview: true },
  };
}

function searchCall(intent: Intent, query: string, settings: Settings): Draft {
  const { identifiers, paths, phrases, words } = intent.terms;
  const about = [...identifiers, ...paths.map((mention) => mention.path), ...phrases, ...words].slice(0, 6);
  return {
    tool: "ci_search",
    tier: 1,
    reason: `${intent.kind}: ${about.join(", ")}`,
    args: {
      mode: "hybrid",
      query,
      question: questionOf(intent),
      lines: settings["budget.max_snippet_lines"].value,
      brief: true,
    },
  };
}
