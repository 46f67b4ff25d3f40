import type { FailureName } from "./errors.ts";
import type { Findings } from "./findings.ts";
import type { ToolCall } from "./plan.ts";

/** The one protocol between threads for calls of tools. Numbers are never used twice in a thread. */

/** Asks for a call. */
export interface CallQuestion {
  readonly type: "call";
  readonly id: number;
  readonly call: ToolCall;
  /** When it must have ended, milliseconds since the epoch. */
  readonly endsAt: number;
}

/** Messages about a call: that it started, its findings so far, and how it ended. */
export type CallAnswer =
  | { readonly type: "started"; readonly id: number }
  | { readonly type: "partial"; readonly id: number; readonly findings: Findings }
  | { readonly type: "done"; readonly id: number; readonly findings: Findings }
  | { readonly type: "failed"; readonly id: number; readonly kind: FailureName; readonly message: string };
