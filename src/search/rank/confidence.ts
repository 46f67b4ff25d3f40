import type { ScoreReason, Strength } from "../../model/calls.ts";
import { hasCjk } from "../../text/chars.ts";
import { holdsTerm, isKnown } from "./term_lookup.ts";
import type { FeatureTable } from "./feature_table.ts";
import type { RankedDefinition, SemanticMatch } from "./hybrid.ts";
import type { RankedValue } from "./values.ts";

/** A file with the part of it that answers best. */
export interface FileHit {
  /** Number in the index. */
  readonly file: number;
  readonly path: string;
  /** Comparable within one question only. */
  readonly score: number;
  /** Reasons, the strongest first. */
  readonly reasons: readonly ScoreReason[];
  /** One-based. */
  readonly startLine: number;
  /** One-based, inclusive. */
  readonly endLine: number;
  /** Qualified name of the definition there. */
  readonly symbol?: string;
  /** The question names a line in it. */
  readonly isNamedLine?: true;
}

/** Result of a question. */
export interface SearchResult {
  /** Best first. */
  readonly files: readonly FileHit[];
  /** Definitions of the best files, best first. */
  readonly functions: readonly RankedDefinition[];
  /** Constants and settings that are asked for, best first. */
  readonly values: readonly RankedValue[];
  readonly table: FeatureTable;
  /** As given, with what the words alone say. */
  readonly semantic?: SemanticMatch & {
    /** The definitions as the words rank them. */
    readonly byWords: readonly RankedDefinition[];
    /** Confidence by the words. */
    readonly words: Strength;
  };
}

/** Share of the question's weight in the best file for a strong match. */
export const STRONG_SHARE = 0.5;
/**
 * The same for a weak match, by the number of words that the index knows: a name alone needs more, since `beta_marker`
 * is not `alpha_marker`; much of a long report is not in any code. Between few and many it falls evenly.
 */
export const WEAK_SHARES = {
  name: { words: 2, share: 0.25 },
  few: { words: 12, share: 0.2 },
  many: { words: 24, share: 0.12 },
};
/** Files that may be the one. */
const LOOKED_AT = 3;
/**
 * Most weight of a word without any occurrence, which has twice the mean of the others: it may be the asker's own.
 */
const MOST_UNKNOWN = 4;
/** Weight of a word that occurs in every file. */
const LEAST_RARITY = 0.5;
/** Features that say: the question named this outright. */
const NAMED = [
  "path_named",
  "qualified",
  "defines",
];

/** From here on a chunk is near in meaning, not merely the nearest. */
const STANDS_OUT = 0.8;

/** Confidence that the best files answer: by the words, or by a file that is close in meaning. */
export function strengthOf({ files, table, semantic }: SearchResult): Strength {
  if (!semantic) return strengthOfWords(files.slice(0, LOOKED_AT).map((hit) => hit.file), table);
  return semantic.words === "none" && semantic.standout >= STANDS_OUT ? "weak" : semantic.words;
}

/**
 * Confidence by the words: the best file was named, or one of the best holds enough of the question's weight.
 *
 * @param order files as the words rank them, best first; only the first few are looked at
 */
export function strengthOfWords(order: readonly number[], table: SearchResult["table"]): Strength {
  const best = order[0];
  if (best === undefined) return "none";
  if (NAMED.some((id) => (table.columns.get(id)?.[best] ?? 0) > 0)) return "strong";
  const shares = order.slice(0, LOOKED_AT).map((file) => heldShare(file, table.context));
  if (shares.some(({ share }) => share >= STRONG_SHARE)) return "strong";
  return shares.some(({ share, words }) => share >= weakShareOf(words)) ? "weak" : "none";
}

function weakShareOf(words: number): number {
  const { name, few, many } = WEAK_SHARES;
  if (words <= name.words) return name.share;
  const part = Math.min(1, Math.max(0, (words - few.words) / (many.words - few.words)));
  return few.share - part * (few.share - many.share);
}

/** Share of the question's weight in a file, and the number of words it is based on. */
function heldShare(
  file: number,
  { query, index, text }: SearchResult["table"]["context"],
): { readonly share: number; readonly words: number } {
  let held = 0;
  let missed = 0;
  let unknown = 0;
  let rarities = 0;
  let known = 0;
  for (const [term, own] of query.terms) {
    const weight = query.related.get(term) ?? own;
    const isFound = isKnown(term, index);
    const isHeld = isFound && holdsTerm(file, term, index);
    // A Chinese word and its translations are alternatives, and so are the words that code may have for one of the question's
    // own, which weigh at least 1: a missing one has no weight.
    if (!isHeld && (weight < 1 || query.isTranslated && (!isFound || hasCjk(term)))) continue;
    if (!isFound) unknown += weight;
    else {
      const rare = Math.max(LEAST_RARITY, text.rarity.get(term)!);
      rarities += rare;
      known++;
      if (isHeld) held += weight * rare;
      else missed += weight * rare;
    }
  }
  if (held === 0) return { share: 0, words: known };
  const whole = held + missed + unknown * Math.min(MOST_UNKNOWN, 2 * rarities / known);
  return { share: held / whole, words: known };
}
