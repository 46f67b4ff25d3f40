import type { SafeText } from "./brands.ts";
import type { ToolName } from "./plan.ts";

/** The fifth value of the flow: everything that may leave the process, sealed. */
export interface Report {
  /** The block for the model; empty when nothing useful was found. */
  readonly context: SafeText;
  readonly items: readonly ReportItem[];
  readonly forUser: {
    readonly toolPlan: SafeText;
    readonly results: SafeText;
    readonly limits: SafeText;
  };
  readonly results: readonly ReportResult[];
  readonly degraded: {
    readonly isDegraded: boolean;
    readonly reason: SafeText;
    readonly degradedTo: SafeText;
  };
}

/** One fact as it is shown. */
export interface ReportItem {
  readonly tools: readonly ToolName[];
  readonly path: SafeText;
  /** One-based, inclusive. */
  readonly startLine: number;
  /** One-based, inclusive. */
  readonly endLine: number;
  readonly symbol?: SafeText;
  readonly claim: SafeText;
  readonly conflict: boolean;
  readonly snippet?: { readonly startLine: number; readonly text: SafeText };
}

/** One tool's outcome as it is shown. */
export interface ReportResult {
  readonly tool: ToolName;
  readonly status: "ok" | "timeout" | "error" | "skipped";
  readonly startedAt: number;
  readonly durationMs: number;
  readonly summary: SafeText;
  readonly data?: unknown;
  readonly error?: { readonly code: string; readonly message: SafeText };
  readonly redactions: readonly Redaction[];
  readonly truncated: boolean;
}

/** How often something of a kind was removed. */
export interface Redaction {
  readonly kind: string;
  readonly count: number;
}
