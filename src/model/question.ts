/** Maximum length of a question that is passed on, in UTF-16 code units. */
export const LONGEST_QUESTION = 4000;

/** A question as its one reader, `src/intent`, read it. Words are looked up in no index yet. Structured-cloneable. */
export interface Question {
  readonly terms: QueryTerms;
  /** Stack frames and other places with a line; outermost first, so that the last one is nearest to the fault. */
  readonly frames: readonly Frame[];
  /** True for a report of some length, pasted traces left out. */
  readonly isReport: boolean;
  /** Kinds of files that it may be about, without asking for a list of them. */
  readonly subjects: readonly Subject[];
  /** The kind of answer that is asked for; absent: code in its place. */
  readonly answer?: AnswerKind;
}

/** Kinds of answers a prompt may ask for: code in its place, or another one that has a tool of its own. */
export const ANSWER_KINDS = [
  "place",
  "flow",
  "overview",
  "risk",
  "tests",
  "users",
  "value",
  "addition",
  "callees",
] as const;

/** One of {@link ANSWER_KINDS}. */
export type AnswerKind = (typeof ANSWER_KINDS)[number];

/** The searchable parts of a prompt, each list without repeats and in order of appearance. */
export interface QueryTerms {
  /** `camelCase`, `snake_case`, `Qualified.name`, `call()` and backticked words. */
  readonly identifiers: readonly string[];
  /** Repository-like paths, `file.ext`, `file.ext:12`, stack-trace frames. */
  readonly paths: readonly PathMention[];
  /** Quoted strings and error messages, verbatim. */
  readonly phrases: readonly string[];
  /** Plain content words, lower-cased, stop words removed; Chinese runs as written. */
  readonly words: readonly string[];
}

/** A path in the prompt, with the one-based line when one was named. */
export interface PathMention {
  readonly path: string;
  readonly line?: number;
}

/** A kind of files besides the product's code: the repository's own tests, its documents and settings. */
export type Subject = "tests" | "documents";

/** One line of a stack trace. */
export interface Frame {
  /** As written. */
  readonly path: string;
  /** One-based. */
  readonly line: number;
}

/** Terms of a question without any. */
export const NO_TERMS: QueryTerms = { identifiers: [], paths: [], phrases: [], words: [] };

/** A question about nothing. */
export const NO_QUESTION: Question = { terms: NO_TERMS, frames: [], isReport: false, subjects: [] };

/** The question alone of what is known of it. */
export function questionOf({ terms, frames, isReport, subjects, answer }: Question): Question {
  return { terms, frames, isReport, subjects, ...(answer && { answer }) };
}
