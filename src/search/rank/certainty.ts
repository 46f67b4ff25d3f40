import certainty from "../../../config/certainty.json" with { type: "json" };
import type { LexicalIndex } from "../../index/lexical_index.ts";
import { lowerBound } from "../../model/lower_bound.ts";
import { isAsking } from "../../text/words.ts";
import { tokens } from "../../text/tokens.ts";
import { isKnown } from "./term_lookup.ts";
import { valueOf } from "./definition_features.ts";
import type { SearchResult } from "./search_result.ts";
import type { Strength } from "../../model/calls.ts";

/** Definitions whose shares are compared. */
const COMPARED = 14;
/** Definitions of which one has to be right. */
const FIRST = 3;
/** Number of words beside unknown names that do not lead to a place by themselves. */
const FEW_WORDS = 2;
/** Chance of a definition whose name the question spells; too few of the questions do for a fit. */
const SPELLED = 0.8;
/** Standout of a chunk that is near in meaning, not merely the nearest. */
const NEAR = 0.8;

/** Evidence for the first definition; see {@link evidenceOf}. */
export interface Evidence {
  /** Logarithm of its share among the first ones. */
  readonly share: number;
  /** Logarithm of its file's share among all, by 3. */
  readonly file: number;
  /** Share of the question's word pairs that occur in the repository. */
  readonly pairs: number;
  /** Words of the question that one of the first three definitions holds, on average. */
  readonly words: number;
}

type Ranked = Pick<SearchResult, "functions" | "values" | "table">;

/** Strength of a result: by the words, or by a chunk that is near in meaning. */
export function strengthOf({ files, chance, semantic }: SearchResult): Strength {
  if (!semantic) return strengthByWords(files.length, chance);
  return semantic.words === "none" && semantic.standout >= NEAR ? "weak" : semantic.words;
}

/** None where the words find no file; likely and weak where the first places are right in less than half and a fifth of cases. */
export function strengthByWords(files: number, chance: number): Strength {
  if (files === 0) return "none";
  return chance >= certainty.sure ? "strong" : chance >= certainty.weak ? "likely" : "weak";
}

/**
 * Chance that one of the first three definitions, as the words rank them, is right, given that the question may be about
 * another repository: logistic regression, fitted by `tests/research/fit_certainty.ts`.
 */
export function certaintyOf(result: Ranked): number {
  if (result.functions.length === 0 || namesNothing(result)) return 0;
  if (result.functions[0]?.isSpelled || result.values[0]?.isSpelled) return SPELLED;
  const evidence = evidenceOf(result);
  const { bias, ...weights } = certainty.weights;
  const names = Object.keys(weights) as (keyof Evidence)[];
  return 1 / (1 + Math.exp(-names.reduce((sum, name) => sum + weights[name] * evidence[name], bias)));
}

/** True if a question has few words beside names, and none of the names occurs in the repository. */
export function namesNothing(
  { table: { context: { query: { question: { terms } }, index } } }: Ranked,
): boolean {
  const isHere = (name: string): boolean =>
    name.replaceAll("::", ".").split(".").some((part) => isKnown(tokens(part)[0] ?? "", index));
  const others = terms.words.filter((word) => !isAsking(word)).length;
  return terms.identifiers.length > 0 && others <= FEW_WORDS && !terms.identifiers.some(isHere);
}

/** The evidence for the first of at least one definition. Related words do not count as the question's. */
export function evidenceOf({ functions, table: { context } }: Pick<Ranked, "functions" | "table">): Evidence {
  const best = functions[0]!;
  const sum = functions.slice(0, COMPARED).reduce((all, { score }) => all + Math.exp(score - best.score), 0);
  const pairs = [...context.query.bigrams.keys()];
  const known = pairs.filter((pair) => context.index.chunkFrequency(pair) > 0);
  const terms = [...context.query.terms.keys()].filter((term) => !context.query.related.has(term));
  const first = functions.slice(0, FIRST);
  const held = first.flatMap(({ chunk }) => terms.filter((term) => holds(chunk, term, context.index)));
  return {
    share: -Math.log(sum),
    file: valueOf(best.values, "file_share"),
    pairs: known.length / Math.max(1, pairs.length),
    words: held.length / first.length,
  };
}

function holds(chunk: number, term: string, index: LexicalIndex): boolean {
  const chunks = index.postings(term)?.chunks;
  return chunks !== undefined && chunks[lowerBound(chunks.length, (at) => chunks[at]! < chunk)] === chunk;
}

/** Size of the shown part of a result. */
export interface Room {
  readonly places: number;
  /** Lines of code of the n-th place; places behind have none, and doubtful ones none at all. */
  readonly lines: readonly number[];
  /** Number of places of which parts are shown; those behind are short enough to be whole, or have no code. */
  readonly inParts: number;
}

/** The room of a result by the chance that its first places are right; a way through the code has several. */
export function roomFor(chance: number, isFlow = false): Room {
  if (chance < certainty.weak) return { places: 10, lines: [], inParts: 0 };
  const long = isFlow ? [30, 20, 15, 15, 15, 11] : [30, 15, 12, 11, 11];
  const lines = chance < certainty.half ? [20, 15, 12, 12, 12] : long;
  return { places: isFlow ? 8 : chance >= certainty.sure ? 3 : 5, lines, inParts: isFlow ? 5 : 3 };
}
