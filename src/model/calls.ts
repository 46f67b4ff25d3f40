import type { ToolArguments, ToolName } from "./tools.ts";
import type { ErrorCode, Failure } from "./errors.ts";
import type { SemanticUse } from "./semantic.ts";
import type { Memo } from "./memo.ts";

/** The third value of the flow: which tools run, why, with what arguments, within which limits. */
export interface Plan {
  readonly tierMax: Tier;
  readonly budget: Budget;
  /** In order of execution. */
  readonly calls: readonly ToolCall[];
  /** The findings of the search come before those of the deep tools; absent: after them. */
  readonly searchLeads?: true;
  /** The users of a symbol, or what it calls, are asked for: once they are known, other code is no answer. */
  readonly wantsUsers?: true;
  /** Clamps and refusals, as [Limits] phrases. */
  readonly limits: readonly string[];
}

/** 0 status, 1 search, 2 deep analysis. Tier 3 never enters a plan. */
export type Tier = 0 | 1 | 2;

/** Limits of one answer. */
export interface Budget {
  /** Milliseconds for all tools together, measured from process start. */
  readonly wallMs: number;
  /** Tools that may run at the same time, 1 or more. */
  readonly maxConcurrency: number;
  /** Upper bound of the injected text in the client's unit. */
  readonly maxInjectedChars: number;
  /** Places in the injected text. */
  readonly maxItems: number;
  /** Places that are shown with their code. */
  readonly maxSnippets: number;
}

/** A tool with its arguments. */
export type ToolUse = {
  readonly [Tool in ToolName]: { readonly tool: Tool; readonly args: ToolArguments[Tool] };
}[ToolName];

/** A use that is planned. Arguments come from the plan, never straight from the prompt. */
export type Draft = ToolUse & {
  readonly tier: Tier;
  /** Reason for the call, for people. */
  readonly reason: string;
};

/** One planned call, with its time limit in milliseconds. */
export type ToolCall = Draft & { readonly timeoutMs: number };

/** A plan of one call whose findings are read by programs: nothing is injected. */
export function planOfOne(call: ToolCall, wallMs: number): Plan {
  const budget = { wallMs, maxConcurrency: 1, maxInjectedChars: 0, maxItems: 0, maxSnippets: 0 };
  return { tierMax: 2, budget, calls: [call], limits: [] };
}

/** Extra budget of a plan with deep tools. Milliseconds. */
export const DEEP_EXTRA_MS = 5000;

/**
 * The fourth value of the flow: what a tool found, and what it did not look at. A tool never throws for bad code;
 * it answers with what it has and names the gap.
 */
export interface Findings {
  readonly tool: ToolName;
  /** Best first. */
  readonly items: readonly Finding[];
  /**
   * Confidence in the best item: a strong match is shown with its lines, a likely one too but marked, a weak one as a
   * pointer, none not at all.
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

/** The strengths of a match, the surest first. */
export const STRENGTHS = ["strong", "likely", "weak", "none"] as const;
/** See {@link Findings.strength}. */
export type Strength = typeof STRENGTHS[number];

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
  /** The claim, factual wording, at most 600 characters. */
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

/** Lines of a file, one-based, inclusive. */
export type LineRange = Pick<Finding, "startLine" | "endLine">;

/** Verbatim lines of a file. */
export interface Snippet {
  /** One-based line of the first line in `text`. */
  readonly startLine: number;
  readonly text: string;
}

/** Turns the finds of two searches whose scores do not compare into one list, taking one of each after the other. */
export function alternating(first: readonly Finding[], second: readonly Finding[]): readonly Finding[] {
  const longest = Math.max(first.length, second.length);
  return Array.from({ length: longest }, (_, rank) => [first[rank], second[rank]]).flat()
    .filter((item) => item !== undefined);
}

/** The lines that a finding's code shows, as `path:line`. */
export function linesShown({ path, code = [] }: Finding): string[] {
  return code.flatMap(({ startLine, text }) => text.split("\n").map((_, at) => `${path}:${startLine + at}`));
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

/** A failure as an outcome names it. */
export function brief({ code, message }: Failure): NonNullable<ToolOutcome["error"]> {
  return { code, message };
}

/** Outcome of a call that was not made. */
export function skipped(tool: ToolName, failure: Failure, startedAt = 0): ToolOutcome {
  return { tool, status: "skipped", startedAt, durationMs: 0, error: brief(failure) };
}

/** The repository as the sandboxed side sees it: every path was admitted by the path guard. */
export interface RepositoryFiles {
  /** Files to analyze, sorted by path; sensitive and skipped ones are already gone. */
  list(): readonly RepositoryFile[];
  /** The first MiB of a file's text; a reason when it cannot be shown. */
  read(path: string): FileText | FileGap;
  /** Size and time of the last change as hexadecimal digits; undefined when it cannot be read. */
  version(path: string): string | undefined;
  /** Data that the tools of one request derive from the files. */
  readonly memo: Memo;
}

/** One listed file. */
export interface RepositoryFile {
  readonly path: string;
  readonly role: FileRole;
}

/** `code` first; tests, docs and data rank lower but stay findable. */
export type FileRole = "code" | "test" | "doc" | "data";

/** A file that can be shown. */
export interface FileText {
  readonly ok: true;
  readonly text: string;
}

/** A file that cannot, and why. */
export interface FileGap {
  readonly ok: false;
  /** A stable phrase, for instance `binary`. */
  readonly reason: string;
}

/** Milliseconds, monotonic. */
export type Clock = () => number;

/** Facts that git reported about the root before any tool ran. */
export interface RepositoryFacts {
  /** Source of the root. */
  readonly rootSource: "env" | "config" | "git" | "cwd";
  /** True if it lies in a git work tree; default false. */
  readonly isGit?: boolean;
  /** Abbreviated commit at HEAD; absent without git or before the first commit. */
  readonly head?: string;
}

/** Paths that were listed before under the same rules, sorted, and their roles: they need not be judged again. */
export interface JudgedPaths {
  readonly paths: readonly string[];
  /** @param at place among the paths */
  role(at: number): FileRole;
}

/** Runs planned calls. */
export interface ToolHost {
  /** Runs one call. Rejects with a Failure when the tool fails. */
  run(call: ToolCall, options: RunCall): Promise<Findings>;
}

/** Options of one call. */
export interface RunCall {
  /** On the clock: when it must have ended. */
  readonly deadline: number;
  readonly onPartial: (findings: Findings) => void;
}
