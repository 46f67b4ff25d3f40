import type { Clock, Findings, RepositoryFacts, RepositoryFiles } from "../model/calls.ts";
import type { Memo } from "../model/memo.ts";
import type { ToolArguments, ToolName } from "../model/tools.ts";
import type { QueryOutcome, QuestionSpace } from "../model/semantic.ts";
import type { BaseTree } from "../history/base_tree.ts";
import type { FileComplexity } from "../syntax/complexity/file_complexity.ts";
import type { Measurer } from "../syntax/complexity/measure.ts";
import type { History } from "../history/history.ts";
import type { OpenIndex } from "../index/open_index.ts";
import type { FileParser } from "../syntax/parser.ts";

/** Share of a tool's time left that reading git's history may use. */
const HISTORY_SHARE = 0.6;

/** Maximum time of a prompt's index to catch up with the files. Milliseconds. */
export const CATCH_UP_MS = 180;
/** With more than this share of its files missing, an index counts as not built. */
export const MOST_MISSING = 0.1;

/** Environment of a running tool, besides its arguments. */
export interface ToolContext {
  readonly files: RepositoryFiles;
  readonly repository: RepositoryFacts;
  readonly index: IndexPort;
  readonly history: HistoryPort;
  readonly base: BasePort;
  readonly syntax: SyntaxPort;
  /** Absent when the question is not embedded. */
  readonly semantic?: SemanticPort;
  /** Answers of earlier calls; absent: none are kept. */
  readonly answers?: AnswerMemory;
  readonly clock: Clock;
  /** On {@link clock}: the tool should have answered by then, with what it has. */
  readonly deadline: number;
  /** Hands over what is known so far; shown if the tool does not finish. */
  readonly partial: (findings: Findings) => void;
}

/** Git's history, as far as it is read in a tool's share of the time. */
export async function historyOf({ history, clock, deadline }: ToolContext): Promise<History> {
  const now = clock();
  return await history.open(now + (deadline - now) * HISTORY_SHARE);
}

/** The index of the work tree, brought up to date once per process and shared by its tools. */
export interface IndexPort {
  /** Undefined when none can be had. The first call refreshes, later ones answer the same view. */
  open(options: IndexOpening): Promise<OpenIndex | undefined>;
  /** An index in memory over the first of some files, read now for a tool that should have answered by `end` (on the clock). */
  over(paths: readonly string[], end: number): Promise<OpenIndex>;
}

/** Time limits of the first opening. */
export interface IndexOpening {
  /** Time on the clock after which no further file is started. */
  readonly deadline: number;
  /** On the clock: when the tool that asks should have answered; default: the deadline. */
  readonly end?: number;
}

/** Git history, read once per process and shared by its tools. */
export interface HistoryPort {
  /**
   * The history as far as it is read by `deadline` (on the clock); what is missing is in its gaps. Later calls answer the
   * same view.
   */
  open(deadline: number): Promise<History>;
  /** Value stored under a key, here or in an earlier process; undefined if it is absent or lost. */
  recall(key: string): Promise<unknown>;
  /** Keeps a small summary, so that the history need not be opened for it again. The key names HEAD. */
  remember(key: string, value: unknown): Promise<void>;
}

/** HEAD and old contents, for tools that compare the work tree with them. */
export interface BasePort {
  /** Undefined without git or a commit, and in a process that was not asked to compare. */
  tree(): Promise<BaseTree | undefined>;
  /** Contents by git's ids or `commit:./path`; what cannot be had is missing. */
  read(ids: readonly string[]): Promise<ReadonlyMap<string, Uint8Array>>;
}

/** The question as a vector, on its way from the network's side. */
export interface SemanticPort extends QuestionSpace {
  /** Resolves as soon as it is known, and with `timeout` at `deadline` (on the clock). Any tool may ask, and ask again. */
  query(deadline: number): Promise<QueryOutcome>;
  /** Cache of values derived from the question, shared by the tools of one request. */
  readonly memo: Memo;
}

/** Syntax trees, for tools that need more than the index keeps of them. */
export interface SyntaxPort {
  /** Undefined when there is none here. */
  parser(): Promise<FileParser | undefined>;
  /** Undefined when there is no parser here. */
  measurer(): Promise<Measurer | undefined>;
  /** Figures of whole files, known ones without parsing. */
  summaries(): Promise<FileSummaries>;
}

/** Complexity of files, kept between calls. */
export interface FileSummaries {
  /** Undefined for a file that cannot be read. A file that is as it was is not read again. */
  of(path: string, files: RepositoryFiles): Promise<FileComplexity | undefined>;
  /** Writes what is new. */
  save(): void;
}

/** One tool: from arguments the plan made to findings. */
export type Tool<Name extends ToolName = ToolName> = (
  args: ToolArguments[Name],
  context: ToolContext,
) => Findings | Promise<Findings>;

/** Key of a cached answer. */
export interface AnswerKey {
  readonly tool: ToolName;
  readonly args: ToolArguments[ToolName];
  /** The index's state; see `OpenIndex`. */
  readonly state: string;
}

/** Answers of earlier calls. */
export interface AnswerMemory {
  /** The findings of an earlier call; undefined when there are none that still hold. */
  find(key: AnswerKey, repository: RepositoryFiles): Findings | undefined;
  /** Keeps what a call found. */
  keep(key: AnswerKey, findings: Findings): void;
}
