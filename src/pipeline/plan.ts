import { withoutEnding } from "../model/paths.ts";
import type { Intent } from "../model/intent.ts";
import { DEEP_EXTRA_MS } from "../model/calls.ts";
import type { Budget, Draft, Plan, Tier, ToolCall, ToolUse } from "../model/calls.ts";
import { LIMITS } from "../model/limits.ts";
import { questionOf } from "../model/question.ts";
import type { Settings } from "../model/settings.ts";
import { clampArguments } from "./clamp.ts";
import { hasNoSubject } from "../intent/topic.ts";
import { isAsking } from "../text/words.ts";
import { deepConsent, uncommittedPhrase } from "../intent/consent.ts";
import { routesIn } from "../intent/link_names.ts";

/** Reason to run the deep tools. */
export interface DeepReason {
  readonly why: "allowed" | "consent" | "condition";
  /** For people: the phrase or the target. */
  readonly words: string;
  /** The prompt is about what is not committed yet. */
  readonly isUncommitted: boolean;
}

/** Kinds of prompts whose named target justifies the deep tools. */
const CONDITIONAL = new Set<Intent["kind"]>(["modify", "debug", "impact", "refactor"]);
/** Kinds that ask what depends on a symbol: its callers come first. */
const ASKS_FOR_USERS = new Set<Intent["kind"]>(["impact", "refactor"]);

/**
 * Deep tools run when the setting allows them, when the prompt consents ("deep analysis", 影响分析, "my
 * changes", ...), or when it changes, debugs or asks for the users of something that it names: a symbol, a file, an
 * error. A symbol that the
 * index does not know is no reason; where no index was asked, and for files, the tool finds out.
 */
export function deepReason(prompt: string, intent: Intent, allowed: boolean): DeepReason | undefined {
  const changes = uncommittedPhrase(prompt);
  const isUncommitted = changes !== undefined;
  if (allowed) return { why: "allowed", words: "CI_AUTO_TOOLS_TIER_MAX=2", isUncommitted };
  if (intent.answer === "risk") return { why: "condition", words: "risk", isUncommitted };
  const phrase = deepConsent(prompt) ?? changes;
  if (phrase !== undefined) return { why: "consent", words: phrase, isUncommitted };
  const target = symbolOf(intent) ?? intent.terms.paths[0]?.path ?? intent.terms.phrases[0];
  const isAbout = CONDITIONAL.has(intent.kind) || asksForCallees(intent);
  if (!isAbout || target === undefined) return undefined;
  return { why: "condition", words: `${intent.kind} ${target}`.slice(0, 80), isUncommitted };
}

/**
 * True if the prompt asks for the deep tools' facts: in words, for the users of a symbol, or for the place of its
 * stack trace. Other prompts ask for the code itself, and the deep tools add to it.
 */
export function asksForDeep({ kind, terms, answer }: Intent, deep: DeepReason): boolean {
  const asksForFacts = ASKS_FOR_USERS.has(kind) || answer === "risk" || answer === "callees";
  if (deep.why === "consent" || deep.isUncommitted || asksForFacts) return true;
  return kind === "history" || (kind === "debug" && terms.paths.some(({ line }) => line !== undefined));
}

/** True if the prompt asks what a symbol calls. */
function asksForCallees(intent: Intent): boolean {
  return intent.answer === "callees" && symbolOf(intent) !== undefined;
}

/** Files shown for a question about risk. */
const RISKS = 5;
/** A folder that is asked about. */
const FOLDER =
  /\b(?:in|of|under|inside|within) (?:the )?([\w-]+)|([\w-]+) ?(?:folder|director|package|module|code|目录|模块|文件夹|里|下|中)/g;
/** Parts of words for the latest changes, for complexity, and for changes or what they may break. */
const LATEST = ["recent", "lately", "最近", "近期"];
const COMPLEX = ["complex", "complicat", "复杂"];
const CHANGED = ["chang", "churn", "commit", "edit", "touch", "modif", "risk", "often", "改", "提交", "风险"];

/** The deep tools that fit the prompt, the most useful first. */
export function deepCalls(intent: Intent, query: string, deep: DeepReason): Draft[] {
  const reason = `${deep.why}: ${deep.words}`;
  // A direct question for an unknown symbol is answered with near names.
  const named = memberIn(query, intent) ?? symbolOf(intent) ??
    (deep.why === "condition" ? undefined : intent.terms.identifiers[0]);
  // The search answers how one function leads to another.
  const symbol = intent.answer === "flow" && intent.terms.identifiers.length > 1 ? undefined : named;
  const file = intent.terms.paths[0]?.path;
  const target = symbol ?? file;
  const calls: Draft[] = [];
  const add = (use: ToolUse): void => {
    if (!calls.some((call) => call.tool === use.tool)) calls.push({ ...use, tier: 2, reason });
  };
  const { kind } = intent;
  const isTests = intent.answer === "tests";
  if (symbol !== undefined && asksForCallees(intent)) {
    add({ tool: "ci_call_chain", args: { symbol, direction: "callees", depth: 1 } });
    return calls;
  }
  // A fault is looked for in the product, whatever is asked beside it.
  const { answer: _, ...question } = questionOf(intent);
  if (kind === "debug") add({ tool: "ci_bug_locate", args: { error: query, question } });
  if (symbol !== undefined && ASKS_FOR_USERS.has(kind) && !deep.isUncommitted) {
    add({ tool: "ci_call_chain", args: { symbol, direction: "callers", tests: isTests } });
    if (isTests) return calls;
  }
  if (intent.answer === "risk") add(riskUse(query.toLowerCase(), file));
  else if (kind === "history") add({ tool: "ci_hotspot", args: {} });
  if (deep.isUncommitted) add({ tool: "ci_impact", args: { owners: false } });
  const changes = deep.why !== "condition" || ["modify", "refactor", "impact"].includes(kind);
  if (target !== undefined && changes) add({ tool: "ci_impact", args: { symbol: target, owners: false } });
  if (symbol !== undefined) {
    add({ tool: "ci_call_chain", args: { symbol, direction: "both", trace_usage: kind === "explain" } });
  }
  if (file !== undefined && (kind === "refactor" || kind === "review")) {
    add({ tool: "ci_complexity", args: { path: file } });
  }
  return calls;
}

/** The functions of a file, or the files that change most, of all folders and the whole history unless others are asked for. */
function riskUse(query: string, file: string | undefined): ToolUse {
  if (file) return { tool: "ci_complexity", args: { path: file } };
  const has = (words: readonly string[]): boolean => words.some((word) => query.includes(word));
  const within = [...query.matchAll(FOLDER)].map(([, inside, before]) => (inside ?? before)!)
    .filter((name) => !isAsking(name));
  const complex = has(COMPLEX) && !has(CHANGED);
  return { tool: "ci_hotspot", args: { all: !has(LATEST), top: RISKS, complex, within } };
}

function symbolOf({ confirmed, terms }: Intent): string | undefined {
  return (confirmed ?? terms.identifiers)[0];
}

/** `TaskModel.close` for "close of TaskModel" and "TaskModel's close"; undefined for other prompts. */
function memberIn(query: string, { confirmed = [], prose }: Intent): string | undefined {
  const [first, second, ...others] = confirmed.toSorted((a, b) => query.indexOf(a) - query.indexOf(b));
  const [found, isOf] = second === undefined || others.length > 0 ? [] : MEMBER.exec(prose) ?? [];
  return found === undefined ? undefined : isOf ? `${second}.${first}` : `${first}.${second}`;
}

/** Names in prose are U+E000. */
const MEMBER = /\ue000(?:(\s+of\s+(?:(?:the|class)\s+)*)|\s*(?:的|'s)\s+)\ue000/;

const DEFAULT_TIER = 1;
/** Beyond this a prompt is pasted material; the terms were read from its beginning and end. UTF-16 units. */
const LONGEST_QUERY = 20_000;

/** Decides which tools run and with what arguments: a pure function of the prompt, its intent and the settings. */
export function makePlan(prompt: string, intent: Intent, settings: Settings): Plan {
  const set = settings.tier_max.value;
  const deep = set === undefined || set === 2 ? deepReason(prompt, intent, set === 2) : undefined;
  const tierMax = (deep ? 2 : set ?? DEFAULT_TIER) as Tier;
  const limits: string[] = set === undefined && !deep ? [LIMITS.tier2Disabled] : [];
  const calls = drafts(prompt, intent, settings, deep)
    .filter((call) => call.tier <= tierMax)
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
    ...(deep && !searchLeads && ["users", "callees", "tests"].includes(intent.answer ?? "") &&
      { wantsUsers: true }),
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
  const isSearched = intent.answer !== "risk" && !hasNoSubject(prompt, intent) &&
    !isOfChanges(intent, deep);
  const found = !isSearched ? [] : [
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
function isOfChanges({ kind, terms: { identifiers, paths, phrases } }: Intent, deep?: DeepReason): boolean {
  return deep?.isUncommitted === true && (kind === "review" || kind === "impact") &&
    identifiers.length + paths.length + phrases.length === 0;
}

/** Names of a follow-up's subject in an earlier prompt; folders and endings would match everywhere. */
function carriedNames({ carried }: Intent): readonly string[] {
  const { symbols = [], paths = [], words = [] } = carried ?? {};
  return [symbols, paths.map(withoutEnding), words].find(({ length }) => length > 0) ?? [];
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

/** Lines of a definition whose users are asked for; one of less than twice as many is whole. */
const LINES_OF_USED = 8;

function searchCall(intent: Intent, query: string, settings: Settings): Draft {
  const { answer, terms: { identifiers, paths, phrases, words } } = intent;
  const about = [...identifiers, ...paths.map((mention) => mention.path), ...phrases, ...words].slice(0, 6);
  const links = routesIn(query);
  return {
    tool: "ci_search",
    tier: 1,
    reason: `${intent.kind}: ${about.join(", ")}`,
    args: {
      mode: "hybrid",
      query,
      question: questionOf(intent),
      lines: Math.min(
        settings["budget.max_snippet_lines"].value,
        ...(answer === "users" ? [LINES_OF_USED] : []),
      ),
      brief: true,
      ...(links.length > 0 && { links }),
    },
  };
}
