import type { ToolArguments, ToolName } from "./tools.ts";

/** The third value of the flow: which tools run, why, with what arguments, within which limits. */
export interface Plan {
  readonly tierMax: Tier;
  readonly budget: Budget;
  /** In order of execution. */
  readonly calls: readonly ToolCall[];
  /** The findings of the search come before those of the deep tools; absent: after them. */
  readonly searchLeads?: true;
  /** The users of a symbol are asked for: once they are known, other code is no answer. */
  readonly wantsUsers?: true;
  /** Clamps and refusals, as [Limits] phrases. */
  readonly limits: readonly string[];
}

/** 0 status, 1 search, 2 deep analysis. Tier 3 never enters a plan. */
export type Tier = 0 | 1 | 2;

/** Limits of one answer. */
export interface Budget {
  /** Milliseconds for all tools together, measured from process start. */
  readonly wallMs: number;
  /** Tools that may run at the same time, 1 or more. */
  readonly maxConcurrency: number;
  /** Upper bound of the injected text in the client's unit. */
  readonly maxInjectedChars: number;
  /** Places in the injected text. */
  readonly maxItems: number;
  /** Places that are shown with their code. */
  readonly maxSnippets: number;
}

/** A tool with its arguments. */
export type ToolUse = {
  readonly [Tool in ToolName]: { readonly tool: Tool; readonly args: ToolArguments[Tool] };
}[ToolName];

/** A use that is planned. Arguments come from the plan, never straight from the prompt. */
export type Draft = ToolUse & {
  readonly tier: Tier;
  /** Reason for the call, for people. */
  readonly reason: string;
};

/** One planned call, with its time limit in milliseconds. */
export type ToolCall = Draft & { readonly timeoutMs: number };

/** A plan of one call whose findings are read by programs: nothing is injected. */
export function planOfOne(call: ToolCall, wallMs: number): Plan {
  const budget = { wallMs, maxConcurrency: 1, maxInjectedChars: 0, maxItems: 0, maxSnippets: 0 };
  return { tierMax: 2, budget, calls: [call], limits: [] };
}

/** Extra budget of a plan with deep tools. Milliseconds. */
export const DEEP_EXTRA_MS = 5000;
