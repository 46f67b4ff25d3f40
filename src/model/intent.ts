import type { Question } from "./question.ts";

/** The second value of the flow: the question that the prompt is, what it is about, and the evidence for it. */
export interface Intent extends Question {
  readonly kind: IntentKind;
  /** Sum of the signals' weights, clipped to 0..1. At or above the gate's threshold the tools run. */
  readonly confidence: number;
  /** Its own sentences, with U+E000 in place of each name; pasted blocks, code and traces are left out. */
  readonly prose: string;
  /** Strongest first. */
  readonly signals: readonly Signal[];
  /** The terms that the prompt itself does not name: targets of an earlier turn that it refers to. */
  readonly carried?: Targets;
  /**
   * The identifiers of the terms that the index knows as definitions, spelled as there. Absent: no index was asked, or
   * it does not know all files yet.
   */
  readonly confirmed?: readonly string[];
  /** The prompt in English, where it is in a language that is neither English nor Chinese. */
  readonly english?: string;
}

/** Subject of a turn. */
export interface Targets {
  /** Repository-relative. */
  readonly paths: readonly string[];
  readonly symbols: readonly string[];
  /** True if they were only likely places; default false. */
  readonly isLikely?: boolean;
  /** Words of its prompt, where that named none of the targets; default none. */
  readonly words?: readonly string[];
}

/** Lookup of words in an index, cheap enough for the gate. */
export interface KnownSymbols {
  /** False when a name may be denied although it is defined: the index was not complete. */
  readonly isComplete: boolean;
  /** Checks for a definition with exactly this spelling. */
  has(name: string): boolean;
  /** Checks if a plain word is the name of a definition and not a common word of any text. */
  hasUncommon(word: string): boolean;
  /** Spread of a word over the names of definitions, folders and files: 0 to 2, see the filter of symbols. */
  level(word: string): number;
}

/** Kinds of prompts about code; ties go to the earlier one: what changes the answer most comes first. */
export const CODE_KINDS = [
  "impact",
  "history",
  "test",
  "review",
  "debug",
  "refactor",
  "modify",
  "locate",
  "explain",
] as const;

/** `none` means the prompt is not about code. */
export type IntentKind = typeof CODE_KINDS[number] | "none";

/** One reason to act, as the v1.0 contract carries it. */
export interface Signal {
  readonly type: "explicit" | "implicit" | "historical" | "code";
  /** The part of the prompt that matched, at most 80 characters. */
  readonly match: string;
  /** Negative weights speak against acting. */
  readonly weight: number;
}
