import type { Intent } from "../model/intent.ts";
import { questionOf } from "../model/question.ts";
import type { Draft, ToolUse } from "../model/plan.ts";
import { deepConsent, uncommittedPhrase } from "../intent/consent.ts";

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
  const target = targetOf(intent) ?? intent.terms.phrases[0];
  if (!CONDITIONAL.has(intent.kind) || target === undefined) return undefined;
  return { why: "condition", words: `${intent.kind} ${target}`.slice(0, 80), isUncommitted };
}

/**
 * True if the prompt asks for the deep tools' facts: in words, for the users of a symbol, or for the place of its
 * stack trace. Other prompts ask for the code itself, and the deep tools add to it.
 */
export function asksForDeep({ kind, terms, answer }: Intent, deep: DeepReason): boolean {
  if (deep.why === "consent" || deep.isUncommitted || ASKS_FOR_USERS.has(kind) || answer === "risk") {
    return true;
  }
  return kind === "history" || (kind === "debug" && terms.paths.some(({ line }) => line !== undefined));
}

/** The deep tools that fit the prompt, the most useful first. */
export function deepCalls(intent: Intent, query: string, deep: DeepReason): Draft[] {
  const reason = `${deep.why}: ${deep.words}`;
  // A direct question for an unknown symbol is answered with near names.
  const symbol = symbolOf(intent) ?? (deep.why === "condition" ? undefined : intent.terms.identifiers[0]);
  const file = intent.terms.paths[0]?.path;
  const target = symbol ?? file;
  const calls: Draft[] = [];
  const add = (use: ToolUse): void => {
    if (!calls.some((call) => call.tool === use.tool)) calls.push({ ...use, tier: 2, reason });
  };
  const { kind } = intent;
  // A fault is looked for in the product, whatever is asked beside it.
  const { answer: _, ...question } = questionOf(intent);
  if (kind === "debug") add({ tool: "ci_bug_locate", args: { error: query, question } });
  if (symbol !== undefined && ASKS_FOR_USERS.has(kind) && !deep.isUncommitted) {
    add({ tool: "ci_call_chain", args: { symbol, direction: "callers", tests: intent.answer === "tests" } });
  }
  if (kind === "history" || intent.answer === "risk") add({ tool: "ci_hotspot", args: {} });
  if (deep.isUncommitted) add({ tool: "ci_impact", args: { owners: false } });
  if (
    target !== undefined &&
    (kind === "modify" || kind === "refactor" || kind === "impact" || deep.why !== "condition")
  ) {
    add({ tool: "ci_impact", args: { symbol: target, owners: false } });
  }
  if (symbol !== undefined) {
    add({ tool: "ci_call_chain", args: { symbol, direction: "both", trace_usage: kind === "explain" } });
  }
  if (file !== undefined && (kind === "refactor" || kind === "review")) {
    add({ tool: "ci_complexity", args: { path: file } });
  }
  return calls;
}

function targetOf(intent: Intent): string | undefined {
  return symbolOf(intent) ?? intent.terms.paths[0]?.path;
}

function symbolOf({ confirmed, terms }: Intent): string | undefined {
  return (confirmed ?? terms.identifiers)[0];
}
