import type { Answer, Cap, Delivery } from "./answer.ts";
import type { ToolOutcome } from "./findings.ts";
import type { Intent } from "./intent.ts";
import type { Plan } from "./plan.ts";
import type { ModelUse } from "./rerank.ts";
import type { Request } from "./request.ts";
import type { EmbeddingChoice } from "./semantic.ts";
import type { SemanticGap } from "./embedding_space.ts";
import type { ToolName } from "./tools.ts";

/** The work of a sandbox: a prompt that is answered from beginning to end there, or a plan whose tools are called. */
export type SandboxTask = PromptTask | PlanTask;

interface Task {
  readonly plan: Plan;
  /** How calls ended before: they are not made again. Default: none. */
  readonly ended?: readonly ToolOutcome[];
}

/** A prompt, its plan, and what its block depends on. */
export interface PromptTask extends Task {
  readonly kind: "prompt";
  readonly request: Request;
  readonly intent: Intent;
  readonly root: Answer["root"];
  /** [Limits] lines known before any tool ran. */
  readonly limits: readonly string[];
  /** True: nothing is run. */
  readonly planOnly: boolean;
  /** What the client takes whole. */
  readonly cap: Cap;
  /** What the session was given before, as it was noted; empty: nothing. */
  readonly notes: string;
  /** Whether the tools' own data is wanted. */
  readonly structured: boolean;
  /** Whether the whole answer is wanted and not only what is delivered of it. */
  readonly isWhole: boolean;
  readonly models: ModelsReport;
  readonly semantic?: EmbeddingChoice;
}

/** A plan of a client that makes the report itself. */
export interface PlanTask extends Task {
  readonly kind: "plan";
}

/** Which models took part in an answer, and why others did not. */
export interface ModelsReport {
  readonly uses: readonly ModelUse[];
  /** Why the question has no vector, when it was to have one. */
  readonly semanticGap?: SemanticGap;
  /** US dollars, when vectors are not built because the cost was not agreed to. */
  readonly estimatedCost?: number;
  /** Why the order is as found, when a model was to change it. */
  readonly rerankGap?: SemanticGap;
}

/** What a sandbox answers. A delivery is sanitized; what tools found is not. */
export type TaskResult =
  | { readonly type: "delivery"; readonly delivery: Delivery }
  | { readonly type: "answer"; readonly answer: Answer }
  | { readonly type: "found"; readonly outcomes: readonly ToolOutcome[] };

/** From the sandbox about a task, by the number it was given with. */
export type TaskMessage = { readonly id: number } & TaskProgress;

/** In this order, the last of them a result or a failure. */
export type TaskProgress =
  /** A call begins, which may take so many milliseconds. */
  | { readonly type: "running"; readonly tool: ToolName; readonly limitMs: number }
  /** The best that could be delivered if nothing more came. */
  | { readonly type: "draft"; readonly delivery: Delivery }
  | { readonly type: "result"; readonly result: TaskResult }
  | { readonly type: "failed"; readonly message: string };
