import type { Intent, IntentKind } from "./intent.ts";
import type { ErrorCode } from "./errors.ts";
import type { SafeText } from "./brands.ts";
import type { Plan } from "./plan.ts";
import type { ToolName } from "./tools.ts";
import type { LeftOut, Report, ReportResult } from "./report.ts";
import type { Request } from "./request.ts";
import type { EmbeddingChoice } from "./semantic.ts";

/** All five values of one pass through the flow, for the clients that show more than the context. */
export interface Answer {
  readonly request: Request;
  readonly intent: Intent;
  readonly plan: Plan;
  readonly report: Report;
  /** Absolute path of the root and how it was found. */
  readonly root: { readonly path: string; readonly source: "env" | "config" | "git" | "cwd" };
  /** True when nothing was run because the plan was all that was asked for. */
  readonly planOnly: boolean;
  /** The embedding provider and why it was chosen; absent when meaning was not looked for. */
  readonly semantic?: EmbeddingChoice;
}

/** The parts of an answer that are delivered and recorded. */
export interface Delivery {
  /** The block for the model; empty when nothing useful was found. */
  readonly context: SafeText;
  /** True if something was left out because of the client's limit. */
  readonly truncated: boolean;
  readonly kind: IntentKind;
  /** True when nothing was run because the plan was all that was asked for. */
  readonly planOnly: boolean;
  /** Outcome of each tool, with its number of places. */
  readonly tools: readonly DeliveredTool[];
  /** Lines to add to the session's notes. */
  readonly notes: readonly string[];
  /** Number of places in the block. */
  readonly places: number;
  /** Reasons for each of {@link tools}, in their order, and the limits of the plan. */
  readonly reasons: readonly string[];
  readonly limits: readonly string[];
  readonly leftOut: LeftOut;
}

/** One tool's part. */
export interface DeliveredTool {
  readonly tool: ToolName;
  readonly status: ReportResult["status"];
  /** Milliseconds. */
  readonly ms: number;
  readonly places: number;
  /** Code of the failure, where it failed inside. */
  readonly error?: ErrorCode;
}

/** Size limit of a client, in its own unit. */
export interface Cap {
  readonly limit: number;
  readonly unit: "UTF-16 units" | "bytes";
}
