import type { Plan, RepositoryFacts, ToolOutcome } from "./calls.ts";
import type { ModelsReport, PromptAsk } from "./prompt.ts";
import type { ViewRules } from "./sandbox.ts";
import type { QueryEmbedding, QuestionSpace } from "./semantic.ts";
import type { ToolName } from "./tools.ts";

/**
 * The protocol between a process and the user's daemon, which has indexes open and the engine's code warm. A connection is
 * one request: a prompt to answer, or a plan whose tools to call. Messages are lines of JSON. A process that closes the
 * connection cancels its request.
 */

/** To the daemon: an opening, then what that asks for. */
export type ToDaemon =
  | DaemonOpening
  /** Answers `embed`; without a space the question has no vector. */
  | { readonly type: "meaning"; readonly space?: QuestionSpace; readonly models: ModelsReport }
  | { readonly type: "vector"; readonly query: QueryEmbedding }
  /** The answer was passed on to the client. */
  | { readonly type: "taken" };

/** The first message. */
export type DaemonOpening = PromptOpening | PlanOpening | ServeOpening;

/** A prompt to answer. */
export interface PromptOpening {
  readonly type: "prompt";
  readonly ask: PromptAsk;
  /** The variables on which an answer depends, see `environmentText`. */
  readonly environment: string;
  /** Milliseconds of the prompt's time that had passed when this was sent. */
  readonly elapsedMs: number;
}

/** A plan whose tools to call about a root (absolute, real), with the facts that git reported. */
export interface PlanOpening {
  readonly type: "plan";
  readonly root: string;
  readonly facts: RepositoryFacts;
  readonly plan: Plan;
  readonly rules: ViewRules;
  readonly elapsedMs: number;
}

/** Asks nothing: the repository at a root (absolute, real) is to be warm for later requests. */
export interface ServeOpening {
  readonly type: "serve";
  readonly root: string;
}

/** From the daemon: `ready` at once, with the user's secret, and a result at the end. A request that fails has its connection closed. */
export type FromDaemon =
  | { readonly type: "ready"; readonly key: string }
  /** Now and then while this request or one before it is at work. */
  | { readonly type: "working" }
  /** Milliseconds from the prompt's beginning after which a person has waited long enough. */
  | { readonly type: "planned"; readonly waitedMs: number }
  | { readonly type: "running"; readonly tool: ToolName }
  /** Asks for the question's vector: keys and connections stay with the process that asks. */
  | { readonly type: "embed" }
  /** The best reply if nothing more came. */
  | { readonly type: "draft"; readonly reply: SentReply }
  | DaemonResult;

/** The last message: a reply, empty for silence; that the process has to answer itself; or what tools found, not sanitized. */
export type DaemonResult =
  | { readonly type: "reply"; readonly reply: SentReply }
  | { readonly type: "alone" }
  | { readonly type: "found"; readonly outcomes: readonly ToolOutcome[] };

/** A prompt's reply as JSON. What was sanitized is text until it is recognised again. */
export interface SentReply {
  readonly context?: string;
  readonly isTruncated?: boolean;
  readonly message?: string;
}
