import words from "../../../config/general_words.json" with { type: "json" };
import type { LexicalIndex } from "../../index/lexical_index.ts";
import { VALUE_KINDS } from "../../syntax/class_kinds.ts";
import type { Definition } from "../../syntax/parsed_file.ts";
import { isAsking } from "../../text/words.ts";
import { nameParts } from "../../text/tokens.ts";
import { type DefinitionCandidate, logShares, POOL } from "./definition_features.ts";
import type { FeatureTable, FileRanking, Weights } from "./feature_table.ts";
import { type FeatureContext, UNSEEN } from "./features.ts";

/** A constant, a setting or a field of a few lines. */
export type ValueCandidate = Pick<DefinitionCandidate, "file" | "definition" | "at">;

/** The same with its score; above 0 it comes before the definition of its rank. */
export interface RankedValue extends ValueCandidate {
  readonly score: number;
  /** The question spells its name. */
  readonly isSpelled?: true;
}

/** The features of a value: id and meaning. */
export const VALUE_FEATURES = {
  bias: "1",
  file_share: "logarithm of the file's share among all, by 3",
  name: "square root of the share of the question's weight that is in its name",
  name_share: "share of its name's words that are in the question",
  is_bound: "its name limits or counts something, or is about time",
  has_number: "there is a number behind its name",
} as const;

type ValueFeatures = Readonly<Record<keyof typeof VALUE_FEATURES, number>>;

/** Parts of names that bound or count something, or are about the time that it takes. */
export const BOUND: ReadonlySet<string> = new Set(words.bound.split(" "));

/** A number; the digits of a type such as `int64` are none. */
const NUMBER = /(?<!\w)\d/;

/** Maximum number of namesakes of a spelled name, of values beside the definitions, and of a value's further lines. */
export const MOST_NAMESAKES = 3;

/**
 * The values that a question spells, and for questions about a limit or a default those of the
 * best files that probably hold it, best first. They have no chunk of their own, so the ranking of definitions never sees them.
 */
export function rankValues({ context }: FeatureTable, ranking: FileRanking, weights: Weights): RankedValue[] {
  const { isReport, answer, terms } = context.query.question;
  if (isReport) return [];
  const words = terms.words.filter((word) => !isAsking(word));
  // Beside other words a name is a detail.
  const spelled = answer === "value" || words.length < 2 ? valuesIn(context) : [];
  const candidates = answer === "value"
    ? valueCandidates({ context }, ranking).filter((one) => isAskedFor(one, context))
    : [];
  const likely = candidates.map(({ values, ...one }) => ({
    ...one,
    score: Object.entries(values).reduce((all, [id, value]) => all + value * (weights[id] ?? 0), 0),
  }));
  const all: RankedValue[] = [
    ...spelled.map((one) => ({ ...one, score: Infinity, isSpelled: true }) as const),
    ...likely.filter(({ score }) => score > 0).sort((a, b) => b.score - a.score),
  ];
  const keys = all.map(({ file, at }) => `${file}:${at}`);
  return all.filter((_, rank) => keys.indexOf(keys[rank]!) === rank).slice(0, MOST_NAMESAKES);
}

/** Checks if a question has a word of a product's name that is not only a bound's, or all of several words: "default limit". */
function isAskedFor(
  { file, definition }: ValueCandidate,
  { query: { terms }, paths }: FeatureContext,
): boolean {
  if (paths.test[file] === 1 || paths.aside[file] === 1) return false;
  const own = nameParts(definition.name);
  const asked = own.filter((part) => terms.has(part));
  return asked.some((part) => !BOUND.has(part)) || (own.length > 1 && asked.length === own.length);
}

/** The values of the best files with their features. */
export function valueCandidates(
  { context }: Pick<FeatureTable, "context">,
  ranking: FileRanking,
): (ValueCandidate & { readonly values: ValueFeatures })[] {
  const share = logShares(ranking);
  const found = ranking.order.slice(0, POOL).flatMap((file) => shortValues(file, context.index));
  return found.map((one) => ({
    ...one,
    values: featuresOf(one.definition, share(one.file), context),
  }));
}

/** The values that identifiers of the question name. */
function valuesIn({ query, index, paths }: FeatureContext): ValueCandidate[] {
  return [...query.mentions.identifiers].flatMap((name) => {
    const sites = index.definitionCount(name) > MOST_NAMESAKES ? [] : index.definitionsNamed(name);
    return sites.filter(({ file }) => paths.test[file] === 0).flatMap(({ file, definition: at }) =>
      shortValues(file, index).filter((one) => one.at === at)
    );
  });
}

function shortValues(file: number, index: LexicalIndex): ValueCandidate[] {
  return (index.parsed(file)?.definitions ?? []).flatMap((definition, at) => {
    const isValue = VALUE_KINDS.has(definition.kind) || definition.kind === "macro";
    return isValue && definition.endLine - definition.startLine <= MOST_NAMESAKES
      ? [{ file, definition, at }]
      : [];
  });
}

function featuresOf(
  { name, signature }: Definition,
  share: number,
  { query: { terms }, text: { rarity } }: FeatureContext,
): ValueFeatures {
  const weigh = (words: Iterable<string>): number =>
    [...new Set(words)].reduce((all, one) => all + (terms.get(one) ?? 0) * (rarity.get(one) ?? UNSEEN), 0);
  const own = nameParts(name);
  const given = signature.slice(signature.indexOf(name) + name.length);
  return {
    bias: 1,
    file_share: share / 3,
    name: Math.sqrt(weigh(own) / Math.max(1e-6, weigh(terms.keys()))),
    name_share: own.filter((part) => terms.has(part)).length / Math.max(1, own.length),
    is_bound: own.some((part) => BOUND.has(part)) ? 1 : 0,
    // The body of a macro in C is no part of its head.
    has_number: signature.startsWith("#") || NUMBER.test(given) ? 1 : 0,
  };
}
