import type { Answer } from "./answer.ts";
import type { ToolOutcome } from "./findings.ts";
import type { EmbeddingChoice } from "./semantic.ts";
import type { ModelsReport } from "./task.ts";

/** Findings of a plan's calls; nothing of it is sanitized. */
export interface Found {
  readonly root: Answer["root"];
  /** [Limits] lines from finding the root. */
  readonly limits: readonly string[];
  /** In the order of the plan, or as a model put them. */
  readonly outcomes: readonly ToolOutcome[];
  readonly models: ModelsReport;
  /** Present when meaning was looked for. */
  readonly semantic?: EmbeddingChoice;
}

/** Nothing could be read; the reasons are [Limits] lines. */
export interface NoRoot {
  readonly root: undefined;
  readonly limits: readonly string[];
}
