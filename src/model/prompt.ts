import type { Answer, Cap, Delivery } from "./answer.ts";
import type { SafeText } from "./brands.ts";
import type { Intent, IntentKind } from "./intent.ts";
import type { Request } from "./request.ts";
import type { ResolvedSettings } from "./settings.ts";

/** A prompt as a client passes it on. */
export interface PromptAsk {
  readonly request: Request;
  /** What the client takes whole. */
  readonly cap: Cap;
  /** Whether this is a turn of its session: what the session was given counts, and the answer is noted. */
  readonly isTurn: boolean;
  /** Whether models may be asked, as far as the settings say so. */
  readonly asksModels: boolean;
  /** Lines that the client shows the user: beside a context, and at all. */
  readonly shows: { readonly deliveries: boolean; readonly messages: boolean };
}

/** What a client is to pass on; each part may be missing. */
export interface PromptReply {
  /** The block for the model. */
  readonly context?: SafeText;
  /** Whether something was left out of it because of the client's limit. */
  readonly isTruncated?: boolean;
  /** For the user. */
  readonly message?: SafeText;
}

/** A reply, and what records that it was passed on to the client. */
export interface AskedReply {
  readonly reply: PromptReply;
  readonly record: () => void;
}

/** A prompt that may be about code, as far as that can be told without an index. */
export interface OpenPrompt {
  /** The intent by the prompt alone. */
  readonly plain: Intent;
  readonly resolved: ResolvedSettings;
}

/** What came of a prompt: a delivery, an answer with all its parts, or that no tool was run for it. */
export type PromptOutcome =
  | { readonly type: "delivery"; readonly delivery: Delivery }
  | { readonly type: "answer"; readonly answer: Answer }
  | Idle
  | { readonly type: "no root"; readonly limits: readonly string[] };

/** A prompt for which no tool is run. */
export interface Idle {
  readonly type: "idle";
  readonly kind: IntentKind;
  /** For the user: one of the hints of `intent/hint.ts`. */
  readonly hint: string | undefined;
}

/** What is known of a repository and a session beside the tools. */
export interface PromptKnowledge {
  /** The index's filter of names; absent: there is none. */
  readonly symbols?: Uint8Array | undefined;
  /** What the session was given before, as it was noted; empty: nothing. */
  readonly notes: string;
}
