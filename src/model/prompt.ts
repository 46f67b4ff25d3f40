import type { SafeText } from "./brands.ts";
import type { Intent, IntentKind } from "./intent.ts";
import type { ResolvedSettings } from "./settings.ts";
import type { ErrorCode } from "./errors.ts";
import type { Plan, ToolOutcome } from "./calls.ts";
import type { ToolName } from "./tools.ts";
import type { Report, ReportResult } from "./report.ts";
import type { EmbeddingChoice, ModelUse, SemanticGap } from "./semantic.ts";

/** The first value of the flow: what a client asked, free of the client's dialect. */
export interface Request {
  readonly client: ClientName;
  readonly event: EventName;
  /** The text that the user typed; may be empty. */
  readonly prompt: string;
  /** Absolute path of the folder the client works in. */
  readonly cwd: string;
  /** The client's own session id, already validated; absent when missing or unusable. */
  readonly sessionId?: string;
}

/** The clients with a prompt hook that this program answers. */
export const HOOK_CLIENTS = [
  "claude-code",
  "codex-cli",
  "copilot-cli",
  "gemini-cli",
  "qwen-code",
  "opencode",
  "pi",
  "vscode",
  "cursor",
  "kiro-cli",
  "cline",
  "factory-droid",
] as const;

/** A name in {@link HOOK_CLIENTS}. */
export type HookClientName = typeof HOOK_CLIENTS[number];

/** The client that asked. `terminal` is a person at the command line. */
export type ClientName = HookClientName | "mcp" | "terminal";

/** The event behind the request. `cli` is everything that is not a hook. */
export type EventName = "UserPromptSubmit" | "cli";

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
export interface Delivery extends Pick<Report, "context" | "leftOut" | "truncated"> {
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

/** The work of a sandbox: a prompt that is answered from beginning to end there, or a plan whose tools are called. */
export type SandboxTask = PromptTask | PlanTask;

interface Task {
  readonly plan: Plan;
  /** Outcomes of earlier calls: they are not made again. Default: none. */
  readonly ended?: readonly ToolOutcome[];
}

/** A prompt, its plan, and what its block depends on. */
export interface PromptTask
  extends Task, Pick<Answer, "request" | "intent" | "root" | "planOnly" | "semantic"> {
  readonly kind: "prompt";
  /** [Limits] lines known before any tool ran. */
  readonly limits: readonly string[];
  /** Size limit of the client. */
  readonly cap: Cap;
  /** Notes of the session's earlier answers; empty: none. */
  readonly notes: string;
  /** True if the tools' own data is wanted. */
  readonly structured: boolean;
  /** True if the whole answer is wanted and not only its delivered part. */
  readonly isWhole: boolean;
  readonly models: ModelsReport;
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

/** Findings of a plan's calls; nothing of it is sanitized. */
export interface Found extends Pick<Answer, "root" | "semantic"> {
  /** [Limits] lines from finding the root. */
  readonly limits: readonly string[];
  /** In the order of the plan, or as a model put them. */
  readonly outcomes: readonly ToolOutcome[];
  readonly models: ModelsReport;
}

/** Nothing could be read; the reasons are [Limits] lines. */
export interface NoRoot {
  readonly root: undefined;
  readonly limits: readonly string[];
}

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
