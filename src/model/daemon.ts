import type { Delivery } from "./answer.ts";
import type { CallAnswer, CallQuestion } from "./calls.ts";
import type { SafeText } from "./brands.ts";
import type { ToolOutcome } from "./findings.ts";
import type { IntentKind } from "./intent.ts";
import type { Plan, ToolCall } from "./plan.ts";
import type { RepositoryFacts } from "./ports.ts";
import type { PromptQuestion } from "./prompt.ts";
import type { ModelUse } from "./rerank.ts";
import type { ViewRules } from "./sandbox.ts";
import type { EmbeddingChoice, QueryEmbedding, QuestionSpace } from "./semantic.ts";
import type { SemanticGap } from "./embedding_space.ts";

/**
 * The protocol between a process and the user's daemon, which has indexes open and the engine's code warm.
 * A connection is one request about one repository: a prompt to answer, or a plan whose tools to call. Messages are lines of
 * JSON.
 */

/** What a daemon is asked to do. */
export type DaemonTask = { readonly prompt: PromptQuestion } | { readonly plan: Plan };

/** One request. */
export interface DaemonQuestion {
  readonly task: DaemonTask;
  readonly rules: ViewRules;
  /** Milliseconds the request may take; for a prompt those of a quick plan. */
  readonly wallMs: number;
  /** Milliseconds of that time that had passed when it was sent. */
  readonly elapsedMs: number;
  /** Milliseconds that it waited for its turn since; default 0. */
  readonly waitedMs?: number;
}

/**
 * To the daemon, which looks at the files as soon as it is asked: `ask`, then, in any order, what git says of the root and
 * how the question's vector stands, then perhaps the vector. A caller that closes the connection cancels the request. `serve`
 * asks nothing: the repository is to be warm for later requests. `root` of both: absolute real path.
 */
export type ToDaemon =
  | DaemonOpening
  | { readonly type: "root"; readonly facts: RepositoryFacts }
  | { readonly type: "meaning"; readonly meaning?: MeaningOutset }
  | { readonly type: "semantic"; readonly query: QueryEmbedding; readonly said: MeaningSaid };

/** The first message. */
export type DaemonOpening =
  | { readonly type: "ask"; readonly root: string; readonly question: DaemonQuestion }
  | { readonly type: "serve"; readonly root: string };

/**
 * From it: `ready` at once, with the user's secret; `waiting` every now and then while this request or one before it is at
 * work; `planned` before tools are run, `progress` meanwhile, and the result. A request that fails has its connection closed,
 * as has one about a folder that is not served.
 */
export type FromDaemon =
  | { readonly type: "ready"; readonly key: string }
  | { readonly type: "waiting" }
  | DaemonProgress
  | DaemonResult;

/** What a request will take, and what is going on, for people. */
export type DaemonProgress =
  | { readonly type: "planned"; readonly wallMs: number }
  | { readonly type: "progress"; readonly message: string };

/**
 * The last message of a request: `idle` for a prompt for which no tool is run, with the hint for the user if there is one; an
 * answer; or what the tools of a plan found, which is not sanitized.
 */
export type DaemonResult =
  | { readonly type: "idle"; readonly kind: IntentKind; readonly hint?: string | undefined }
  | { readonly type: "answer"; readonly delivery: Sent<Delivery> }
  | { readonly type: "found"; readonly outcomes: readonly ToolOutcome[] };

/** What was sanitized is text until it is known again for what it is. */
export type Sent<T> = { readonly [K in keyof T]: T[K] extends SafeText ? string : T[K] };

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
 * To the thread that answers, which has several requests at once, told apart by the number of their `turn`. `forget`: the
 * request is over. `ping` is answered by `pong`. `release`: the thread gives back memory that it does not need.
 */
export type ToAnswering =
  | { readonly type: "turn"; readonly turn: number; readonly message: ToTurn }
  | { readonly type: "forget"; readonly turn: number }
  | { readonly type: "ping" }
  | { readonly type: "release" };

/** What belongs to one request: `ask` begins it. The tools wait for `meaning`. */
export type ToTurn =
  | {
    readonly type: "ask";
    readonly root: string;
    readonly question: DaemonQuestion;
    readonly known: DaemonKnowledge;
  }
  | { readonly type: "meaning"; readonly meaning?: MeaningOutset | undefined }
  | { readonly type: "said"; readonly said: MeaningSaid }
  | CallAnswer;

/** From it. */
export type FromAnswering =
  | { readonly type: "turn"; readonly turn: number; readonly message: FromTurn }
  | { readonly type: "pong" };

/** What will be called, calls, that the sandbox is to end, and what goes to the process that asked. */
export type FromTurn =
  | { readonly type: "plan"; readonly calls: readonly ToolCall[]; readonly wallMs: number }
  | CallQuestion
  | { readonly type: "end" }
  | Extract<DaemonProgress, { type: "progress" }>
  | DaemonResult
  | { readonly type: "failed"; readonly message: string };
