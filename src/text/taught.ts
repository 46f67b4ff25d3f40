import { type Gloss, glossAt, samplesOf } from "./glosses.ts";
import { isStopWord } from "./words.ts";
import { stem, tokens } from "./tokens.ts";

/** Repository as a source of translations for words missing in the lexicon. */
export interface Teacher {
  /** Files that contain a Chinese word (simplified), the most likely to explain it first. */
  filesWith(chinese: string): readonly TaughtFile[];
  /** Text of a file; undefined if unreadable. */
  read(path: string): string | undefined;
  /** Share of the repository's chunks that contain a token, 0 to 1. */
  share(token: string): number;
}

/** File that contains a Chinese word. */
export interface TaughtFile {
  readonly path: string;
  /** True for a translation file, by its path. */
  readonly isTranslation: boolean;
}

/** English token mined as a translation of a Chinese word. */
export interface MinedTranslation {
  readonly token: string;
  /** 0 to 1. */
  readonly weight: number;
  /** For a pair of adjacent words: both stems, joined by a space. */
  readonly phrase?: string;
}

/**
 * Mines a repository for English translations of a Chinese word, best first: tokens that occur next to the word much
 * more often than next to other Chinese text of the same files. Reads at most six files.
 *
 * @param isCompound true for a word composed of known ones: only translation files count, and only texts of little more
 * than the word
 */
export function mineTranslations(
  word: string,
  teacher: Teacher,
  { isCompound = false }: { readonly isCompound?: boolean } = {},
): MinedTranslation[] {
  const seen = new Tally();
  const others = new Tally();
  const files = teacher.filesWith(word).filter((file) => !isCompound || file.isTranslation);
  for (const { path, isTranslation } of files.slice(0, MOST_FILES)) {
    const text = teacher.read(path);
    if (text === undefined) continue;
    for (const gloss of glossesWith(word, text)) {
      const share = Math.min(1, word.length / gloss.chinese.length);
      if (!isCompound || share >= COMPOUND_SHARE) {
        seen.add(gloss, share * Math.min(1, 4 / gloss.english.length) * (isTranslation ? 1 : IN_COMMENT));
      }
    }
    if (seen.total === 0) continue;
    for (const offset of samplesOf(text, SAMPLES)) {
      const gloss = glossAt(text, offset);
      if (gloss && !gloss.chinese.includes(word)) others.add(gloss, 1);
    }
  }
  return ranked(seen, others, teacher);
}

const MOST_FILES = 6;
const MOST_HITS = 40;
/** Number of background samples per file, of English next to any Chinese text. */
const SAMPLES = 50;
/** Weight of the prior, the share of the repository that contains the token, in samples. */
const PRIOR = 20;
/** Lift, log2, at which a token gets its full weight: 64 times as common next to the word as elsewhere. */
const FULL_LIFT = 6;
const LEAST = 0.12;
const MOST_TRANSLATIONS = 5;
/** Minimum weight relative to the best token; lower ones are noise. */
const RELATIVE_MINIMUM = 0.4;
/** Minimum share of the Chinese text that a compound must make up. */
const COMPOUND_SHARE = 0.6;
/** Factor of the context of a comment, because a comment is not a translation. */
const IN_COMMENT = 0.4;
/** Total weight of glosses at which the confidence is one half. */
const HALF_CONFIDENCE = 0.5;

function* glossesWith(word: string, text: string): Generator<Gloss> {
  let hits = 0;
  for (let at = text.indexOf(word); at >= 0 && hits < MOST_HITS; at = text.indexOf(word, at + word.length)) {
    hits++;
    const gloss = glossAt(text, at);
    if (gloss) yield gloss;
  }
}

class Tally {
  total = 0;
  readonly tokens = new Map<string, number>();
  readonly phrases = new Map<string, string>();

  add({ english }: Gloss, weight: number): void {
    this.total += weight;
    const found = new Set<string>();
    for (const word of english) for (const token of tokens(word)) found.add(token);
    for (let i = 0; i + 1 < english.length; i++) {
      const [first, second] = [english[i]!.toLowerCase(), english[i + 1]!.toLowerCase()];
      if (isStopWord(first) || isStopWord(second)) continue;
      const joined = stem(first + second);
      found.add(joined);
      this.phrases.set(joined, `${stem(first)} ${stem(second)}`);
    }
    for (const token of found) this.tokens.set(token, (this.tokens.get(token) ?? 0) + weight);
  }

  count(token: string): number {
    return this.tokens.get(token) ?? 0;
  }
}

function ranked(seen: Tally, others: Tally, teacher: Teacher): MinedTranslation[] {
  const confidence = seen.total / (seen.total + HALF_CONFIDENCE);
  const translations: MinedTranslation[] = [];
  for (const [token, weight] of seen.tokens) {
    if (token.length < 3 || isStopWord(token)) continue;
    const here = weight / seen.total;
    if (here < LEAST) continue;
    const share = teacher.share(token);
    if (share === 0) continue;
    const elsewhere = (others.count(token) + PRIOR * share) / (others.total + PRIOR);
    const lift = Math.log2(here / elsewhere) / FULL_LIFT;
    if (lift <= 0) continue;
    const phrase = seen.phrases.get(token);
    translations.push({
      token,
      weight: here * Math.min(1, lift) * confidence,
      ...(phrase !== undefined && { phrase }),
    });
  }
  translations.sort((a, b) => b.weight - a.weight || (a.token < b.token ? -1 : 1));
  const best = translations[0]?.weight ?? 0;
  return translations.filter(({ weight }) => weight >= Math.max(LEAST, RELATIVE_MINIMUM * best)).slice(
    0,
    MOST_TRANSLATIONS,
  );
}
