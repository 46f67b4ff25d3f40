import type { Answer, Cap, Delivery } from "./answer.ts";
import type { SafeText } from "./brands.ts";
import type { Intent, IntentKind } from "./intent.ts";
import type { Request } from "./request.ts";
import type { ResolvedSettings } from "./settings.ts";

/** A prompt as a client passes it on. */
export interface PromptAsk {
  readonly request: Request;
  /** Size limit of the client. */
  readonly cap: Cap;
  /** True for a turn of its session: earlier answers count, and this one is noted. */
  readonly isTurn: boolean;
  /** True if models may be asked, as far as the settings allow it. */
  readonly asksModels: boolean;
  /** Lines that the client shows the user: beside a context, and at all. */
  readonly shows: { readonly deliveries: boolean; readonly messages: boolean };
}

/** Reply for a client to pass on; each part may be missing. */
export interface PromptReply {
  /** The block for the model. */
  readonly context?: SafeText;
  /** True if something was left out because of the client's limit. */
  readonly isTruncated?: boolean;
  /** For the user. */
  readonly message?: SafeText;
}

/** A reply, and what records that it was passed on to the client. */
export interface AskedReply {
  readonly reply: PromptReply;
  readonly record: () => void;
}

/** A prompt that may be about code, as judged without an index. */
export interface OpenPrompt {
  /** The intent by the prompt alone. */
  readonly plain: Intent;
  readonly resolved: ResolvedSettings;
}

/** Result of a prompt: a delivery, an answer with all its parts, or that no tool was run for it. */
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

/** Facts about a repository and a session beside the tools. */
export interface PromptKnowledge {
  /** The index's filter of names; absent: there is none. */
  readonly symbols?: Uint8Array | undefined;
  /** Notes of the session's earlier answers; empty: none. */
  readonly notes: string;
}
