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
  /** Outcomes of earlier calls: they are not made again. Default: none. */
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
  /** Size limit of the client. */
  readonly cap: Cap;
  /** Notes of the session's earlier answers; empty: none. */
  readonly notes: string;
  /** True if the tools' own data is wanted. */
  readonly structured: boolean;
  /** True if the whole answer is wanted and not only its delivered part. */
  readonly isWhole: boolean;
  readonly models: ModelsReport;
  readonly semantic?: EmbeddingChoice;
}

/** A plan of a client that makes the report itself. */
export interface PlanTask extends Task {
  readonly kind: "plan";
}

/** The models used for an answer, and the reasons for gaps. */
export interface ModelsReport {
  readonly uses: readonly ModelUse[];
  /** Reason for a missing vector of the question. */
  readonly semanticGap?: SemanticGap;
  /** US dollars, when vectors are not built because the cost was not agreed to. */
  readonly estimatedCost?: number;
  /** Reason for the missing order by a model. */
  readonly rerankGap?: SemanticGap;
}

/** Answers of a sandbox. A delivery is sanitized; the findings of tools are not. */
export type TaskResult =
  | { readonly type: "delivery"; readonly delivery: Delivery }
  | { readonly type: "answer"; readonly answer: Answer }
  | { readonly type: "found"; readonly outcomes: readonly ToolOutcome[] };

/** From the sandbox about a task, by the number it was given with. */
export type TaskMessage = { readonly id: number } & TaskProgress;

/** In this order, the last of them a result or a failure. */
export type TaskProgress =
  /** A call begins, with its time limit in milliseconds. */
  | { readonly type: "running"; readonly tool: ToolName; readonly limitMs: number }
  /** The best that could be delivered if nothing more came. */
  | { readonly type: "draft"; readonly delivery: Delivery }
  | { readonly type: "result"; readonly result: TaskResult }
  | { readonly type: "failed"; readonly message: string };
