import type { LexicalIndex } from "../index/lexical_index.ts";
import type { Finding, RepositoryFiles } from "../model/calls.ts";
import type { Question } from "../model/question.ts";
import type { ToolArguments } from "../model/tools.ts";

/** Arguments of a search. */
export type SearchArguments = ToolArguments["ci_search"];

/** A form of answer: facts besides the ranked definitions that a question may ask for. */
export interface Form<Context = FormContext, Answer = FormAnswer> {
  /** True if the question asks for it. Cheap. */
  readonly accepts: (question: Question, args: SearchArguments) => boolean;
  readonly find: (context: Context) => Answer;
}

/** Material of a form. */
export interface FormContext {
  readonly args: SearchArguments;
  readonly question: Question;
  readonly files: RepositoryFiles;
  readonly index: LexicalIndex;
}

/** Findings of a form. */
export interface FormAnswer {
  /** Best first. */
  readonly items: readonly Finding[];
  /** True if they are what was asked for, whatever the ranking is sure of; default false. */
  readonly isCertain?: boolean;
  /** True if little besides them is asked for; default false. */
  readonly isWhole?: boolean;
  /** True if nothing besides them is asked for; default false. */
  readonly isAlone?: boolean;
  /** True if definitions that the question spells come before them; default false. */
  readonly isDetail?: boolean;
  /** Fields of the tool's own data. */
  readonly data?: object;
}
