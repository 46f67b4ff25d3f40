import type { Findings } from "./findings.ts";
import type { Memo } from "./memo.ts";
import type { ToolCall } from "./plan.ts";

/** Interfaces of analysis to the outside. Implemented in platform, passed in by the composition roots. */

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
