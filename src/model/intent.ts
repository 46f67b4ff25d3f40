/** The second value of the flow: what the prompt is about, and the evidence for it. */
export interface Intent {
  readonly kind: IntentKind;
  /** Sum of the signals' weights, clipped to 0..1. At or above the gate's threshold the tools run. */
  readonly confidence: number;
  /** Strongest first. */
  readonly signals: readonly Signal[];
  /** Search terms, taken from the prompt. */
  readonly terms: QueryTerms;
  /** The terms that the prompt itself does not name: targets of an earlier turn that it refers to. */
  readonly carried?: Targets;
  /**
   * The identifiers of the terms that the index knows as definitions. Absent: no index was asked, or it does not know
   * all files yet.
   */
  readonly confirmed?: readonly string[];
  /** Nothing but its question word speaks for code: it counts only if the repository has what it asks about. */
  readonly isGuess?: true;
  /** The kind of answer that is asked for; absent: code in its place. */
  readonly answer?: AnswerKind;
}

/** Kinds of answers a prompt may ask for: code in its place, or another one that has a tool of its own. */
export const ANSWER_KINDS = ["place", "flow", "overview", "risk", "tests", "users", "value"] as const;

/** One of {@link ANSWER_KINDS}. */
export type AnswerKind = (typeof ANSWER_KINDS)[number];

/** Subject of a turn. */
export interface Targets {
  /** Repository-relative. */
  readonly paths: readonly string[];
  readonly symbols: readonly string[];
}

/** Lookup of words in an index, cheap enough for the gate. */
export interface KnownSymbols {
  /** False when a name may be denied although it is defined: the index was not complete. */
  readonly isComplete: boolean;
  /** Checks for a definition with exactly this spelling. */
  has(name: string): boolean;
  /** Checks if a plain word is the name of a definition and not a common word of any text. */
  hasUncommon(word: string): boolean;
}

/** `none` means the prompt is not about code. */
export type IntentKind = typeof INTENT_KINDS[number];

/** Every kind of intent. */
export const INTENT_KINDS = [
  "locate",
  "explain",
  "modify",
  "debug",
  "refactor",
  "review",
  "test",
  "impact",
  "history",
  "none",
] as const;

/** One reason to act, as the v1.0 contract carries it. */
export interface Signal {
  readonly type: "explicit" | "implicit" | "historical" | "code";
  /** The part of the prompt that matched, at most 80 characters. */
  readonly match: string;
  /** Negative weights speak against acting. */
  readonly weight: number;
}

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
