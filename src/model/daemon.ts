import type { Delivery } from "./answer.ts";
import type { CallAnswer, CallQuestion } from "./calls.ts";
import type { SafeText } from "./brands.ts";
import type { IntentKind } from "./intent.ts";
import type { ToolCall } from "./plan.ts";
import type { RepositoryFacts } from "./ports.ts";
import type { PromptQuestion } from "./prompt.ts";
import type { ModelUse } from "./rerank.ts";
import type { ViewRules } from "./sandbox.ts";
import type { EmbeddingChoice, QueryEmbedding, QuestionSpace } from "./semantic.ts";
import type { SemanticGap } from "./embedding_space.ts";

/**
 * Messages between a process that was given a prompt and the daemon of its repository, which has the index open and the
 * engine's code warm. They survive JSON. One connection is one prompt.
 */

/**
 * To the daemon, which looks at the files as soon as it is called: `ask`, then, in any order, what git says of
 * the root and how the question's vector stands, then perhaps the vector. A caller that has a plan of its own says `tools`
 * and the root, then makes its calls; `end` ends the sandbox of one that is late.
 */
export type ToDaemon =
  | { readonly type: "ask"; readonly question: DaemonQuestion }
  | {
    readonly type: "tools";
    readonly calls: readonly ToolCall[];
    readonly wallMs: number;
    readonly rules: ViewRules;
  }
  | CallQuestion
  | { readonly type: "end" }
  | { readonly type: "root"; readonly facts: RepositoryFacts }
  | { readonly type: "meaning"; readonly meaning?: MeaningOutset }
  | { readonly type: "semantic"; readonly query: QueryEmbedding; readonly said: MeaningSaid };

/**
 * From it: `ready` at once, with the user's secret; `waiting` every now and then while this prompt or one before it is being answered; `idle` for a prompt for which no tool is run, with the hint for the
 * user if there is one, or `meant` and after a while the answer. Where there is none the connection ends.
 */
export type FromDaemon =
  | { readonly type: "ready"; readonly root: string; readonly key: string }
  | { readonly type: "waiting" }
  | { readonly type: "idle"; readonly kind: IntentKind; readonly hint?: string | undefined }
  | { readonly type: "meant"; readonly wallMs: number }
  | { readonly type: "answer"; readonly delivery: Sent<Delivery> }
  | CallAnswer;

/** What was sanitized is text until it is known again for what it is. */
export type Sent<T> = { readonly [K in keyof T]: T[K] extends SafeText ? string : T[K] };

/** What an answer depends on beside the repository. */
export interface DaemonQuestion extends PromptQuestion {
  /** Milliseconds of the prompt's time that had passed when it was sent. */
  readonly elapsedMs: number;
  /** Milliseconds that it waited for its turn since; default 0. */
  readonly waitedMs?: number;
}

/** What is known of a repository and a session beside the tools. */
export interface DaemonKnowledge {
  /** The index's filter of names; absent: there is none. */
  readonly symbols?: Uint8Array | undefined;
  /** What the session was given before, as it was noted; empty: nothing. */
  readonly notes: string;
}

/** How the question's vector stands when the tools begin. */
export interface MeaningOutset extends MeaningSaid {
  readonly choice: EmbeddingChoice;
  /** Present when the question is being embedded. */
  readonly space?: QuestionSpace;
  /** US dollars, when vectors are not built because the cost was not agreed to. */
  readonly estimatedCost?: number;
}

/** What came of the question's vector so far. */
export interface MeaningSaid {
  readonly gap?: SemanticGap;
  readonly use?: ModelUse;
}

/**
 * To the thread that answers. `ask` begins a prompt; whatever was under way is forgotten. The tools wait for `meaning`.
 */
export type ToAnswering =
  | {
    readonly type: "ask";
    readonly root: string;
    readonly question: DaemonQuestion;
    readonly known: DaemonKnowledge;
  }
  | { readonly type: "meaning"; readonly meaning?: MeaningOutset | undefined }
  | { readonly type: "said"; readonly said: MeaningSaid }
  | CallAnswer;

/** From it: what will be called, calls, that the sandbox is to end, and what goes to the process that asked. */
export type FromAnswering =
  | { readonly type: "plan"; readonly calls: readonly ToolCall[]; readonly wallMs: number }
  | CallQuestion
  | { readonly type: "end" }
  | Exclude<FromDaemon, CallAnswer | { type: "ready" | "waiting" }>
  | { readonly type: "failed"; readonly message: string };
