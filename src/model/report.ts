import type { ErrorCode } from "./errors.ts";
import type { SafeText } from "./brands.ts";
import type { LineRange, Strength, ToolOutcome } from "./calls.ts";
import type { ToolName } from "./tools.ts";
import type { SemanticFailure } from "./semantic.ts";

/** The fifth value of the flow: everything that may leave the process, sanitized. */
export interface Report {
  /** The block for the model; empty when nothing useful was found. */
  readonly context: SafeText;
  /** True if something did not fit into it. */
  readonly truncated: boolean;
  /** Of the search, where nothing else found anything. */
  readonly strength: Strength;
  /** Best first, whether the session has them or not. */
  readonly items: readonly ReportItem[];
  /** Parts of the block that are new to the session, in the block's order. */
  readonly newParts: readonly NewParts[];
  /** Basis of the facts as the block's heading gives it; absent if it gives none. */
  readonly basis?: SafeText;
  /** Findings of the graph, sanitized; only where a program asked for structured output. */
  readonly graphContext?: unknown;
  /** The call chain, sanitized; likewise. */
  readonly callChain?: unknown;
  readonly fallback?: Fallback;
  readonly forUser: {
    readonly toolPlan: SafeText;
    readonly results: SafeText;
    readonly limits: SafeText;
  };
  readonly leftOut: LeftOut;
  /** Outcome of each tool of the plan, in its order. */
  readonly ran: readonly RanTool[];
  readonly results: readonly ReportResult[];
  readonly degraded: {
    readonly isDegraded: boolean;
    readonly reason: SafeText;
    readonly degradedTo: SafeText;
  };
}

/** Counts of what was found and is not in the block. */
export interface LeftOut {
  /** Places that the session was given before and that have not changed since. */
  readonly known: number;
  /** Places that did not fit into what the client takes. */
  readonly tooLong: number;
  /** Secrets that were replaced. */
  readonly secrets: number;
  /** Passages that read as instructions, and runs of hidden characters. */
  readonly injections: number;
}

/** Reason for a simpler answer than planned. */
export interface Fallback {
  readonly reason: SemanticFailure | "ckb_unavailable";
  readonly degradedTo: "keyword+graph" | "keyword" | "partial results" | "order as found";
}

/** Outcome of one tool. */
export interface RanTool extends Pick<ReportResult, "tool" | "status" | "durationMs"> {
  /** Of its failure. */
  readonly code?: ErrorCode;
}

/** One fact as it is shown. */
export interface ReportItem extends LineRange {
  readonly tools: readonly ToolName[];
  readonly path: SafeText;
  readonly symbol?: SafeText;
  readonly claim: SafeText;
  /** Relation to another place of the report. */
  readonly relation?: SafeText;
  /** The claim in short, without figures of this answer; absent if it only gives the reason for the match. */
  readonly fact?: SafeText;
  readonly conflict: boolean;
  /** Changes when the file does; hexadecimal digits and a dash. */
  readonly version?: string;
  /** In order; see {@link Finding.code}. */
  readonly code?: readonly CodePiece[];
}

/** Consecutive lines of a file. */
export interface CodePiece {
  /** One-based line of the first. */
  readonly startLine: number;
  readonly text: SafeText;
}

/** The parts of an item that are new to a session. */
export interface NewParts {
  readonly item: ReportItem;
  /** The place itself. */
  readonly place: boolean;
  /** The claim about it. */
  readonly fact: boolean;
  /** Its lines, as far as they are new; never empty. */
  readonly code?: readonly CodePiece[];
}

/** One tool's outcome as it is shown. */
export interface ReportResult extends Pick<ToolOutcome, "tool" | "status" | "startedAt" | "durationMs"> {
  readonly summary: SafeText;
  readonly data?: unknown;
  readonly error?: { readonly code: string; readonly message: SafeText };
  readonly redactions: readonly Redaction[];
  readonly truncated: boolean;
}

/** Number of removals of one kind. */
export interface Redaction {
  readonly kind: string;
  readonly count: number;
}
