import type { ErrorCode } from "./errors.ts";
import type { ToolName } from "./tools.ts";
import type { SemanticUse } from "./semantic.ts";

/**
 * The fourth value of the flow: what a tool found, and what it did not look at. A tool never throws for bad code;
 * it answers with what it has and names the gap.
 */
export interface Findings {
  readonly tool: ToolName;
  /** Best first. */
  readonly items: readonly Finding[];
  /**
   * Confidence in the best item: a strong match is shown with its lines, a weak one as a pointer, none not at all.
   */
  readonly strength: Strength;
  /** Parts that were not examined, as stable phrases. */
  readonly gaps: readonly string[];
  /** One line for people, at most 240 characters. */
  readonly summary: string;
  /** Reason for the configured CKB server's missing answer: these are the built-in engine's findings. */
  readonly ckbUnavailable?: string;
  /** The repository has no symbol, file or folder of the name that the call asked about. */
  readonly isUnknown?: true;
  /** The tool's own structured answer, for `--json` and the contract's `tool_results[].data`. */
  readonly data?: unknown;
  /** Present when vectors were asked for. */
  readonly semantic?: SemanticUse;
}

/** See {@link Findings.strength}. */
export type Strength = "strong" | "weak" | "none";

/** One fact with its source. Text in it is untrusted until sanitized. */
export interface Finding {
  /** Relative to the root. */
  readonly path: string;
  /** One-based, inclusive. */
  readonly startLine: number;
  /** One-based, inclusive; equals `startLine` for a single line. */
  readonly endLine: number;
  /** Qualified name of the definition the lines belong to. */
  readonly symbol?: string;
  /** The claim, factual wording, at most 240 characters. */
  readonly claim: string;
  /** The claim only gives the reason for the match: it is about the question, and no fact of its own. */
  readonly isReason?: true;
  /** Relation of the place to others, beside its claim; absent: none known. */
  readonly relation?: string;
  /** Constants that its code uses, each with its value and place: `MAX_TRIES = 5 (line 7)`; shown beside the code. */
  readonly values?: string;
  /** Findings that share a key and differ in claim contradict each other; both are shown. */
  readonly claimKey?: string;
  /** Higher is better; comparable only inside one tool's answer. */
  readonly score: number;
  /** Reasons for its rank, strongest first. */
  readonly reasons: readonly ScoreReason[];
  /** Changes when the file does; the sandboxed side adds it. */
  readonly version?: string;
  /** Probability of a match, relative to the best item of its tool, which has 1; absent: the same as the best. */
  readonly confidence?: number;
  /** The lines themselves: all of a small definition; of a large one its head and the lines that matter, in order. */
  readonly code?: readonly Snippet[];
}

/** One summand of a score. */
export interface ScoreReason {
  readonly name: string;
  readonly value: number;
}

/** Verbatim lines of a file. */
export interface Snippet {
  /** One-based line of the first line in `text`. */
  readonly startLine: number;
  readonly text: string;
}

/** Outcome of one call. */
export interface ToolOutcome {
  readonly tool: ToolName;
  readonly status: "ok" | "timeout" | "error" | "skipped";
  /** Milliseconds since the epoch. */
  readonly startedAt: number;
  readonly durationMs: number;
  /** Present for ok, and for a timeout that left partial results. */
  readonly findings?: Findings;
  readonly error?: { readonly code: ErrorCode; readonly message: string };
}
