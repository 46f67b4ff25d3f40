import type { Intent } from "./intent.ts";
import type { Plan } from "./plan.ts";
import type { Report } from "./report.ts";
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
  /** Who embeds, and why; absent when meaning was not looked for. */
  readonly semantic?: EmbeddingChoice;
}

/** What a client takes whole, in its own unit. */
export interface Cap {
  readonly limit: number;
  readonly unit: "UTF-16 units" | "bytes";
}
