import type { Cap, Delivery } from "./answer.ts";
import type { Intent, IntentKind } from "./intent.ts";
import type { Request } from "./request.ts";
import type { ResolvedSettings } from "./settings.ts";

/** A prompt that passed the gate, as far as that needs no index. */
export interface PromptQuestion {
  readonly request: Request;
  /** The intent by the prompt alone. */
  readonly plain: Intent;
  readonly resolved: ResolvedSettings;
  /** What the client takes whole. */
  readonly cap: Cap;
  /** Whether this is a turn of its session: what the session was given counts, and the answer is noted. */
  readonly isTurn: boolean;
  /** Whether models may be asked, as far as the settings say so. */
  readonly asksModels: boolean;
}

/** What came of a prompt: an answer, or that no tool was run for it and, perhaps, a hint for the user. */
export type PromptReply = Delivered | { readonly idle: Idle };

/** An answer. */
export interface Delivered {
  readonly delivery: Delivery;
  /** Whether the session was given nothing before; false for a prompt without a session. */
  readonly isFirst: boolean;
}

/** A prompt for which no tool is run. */
export interface Idle {
  readonly kind: IntentKind;
  /** For the user: one of the hints of `intent/hint.ts`. */
  readonly hint: string | undefined;
}

/** Answers a prompt that passed the gate; undefined where nothing can be read, or it is too late. */
export type AnswerPrompt = (question: PromptQuestion) => Promise<PromptReply | undefined>;
