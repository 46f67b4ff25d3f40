import { type Gloss, glossAt, samplesOf } from "./glosses.ts";
import { isStopWord } from "./stop_words.ts";
import { stem, tokens } from "./tokens.ts";

/** What a repository may be asked when the lexicon does not know a word. */
export interface Teacher {
  /** Files with a Chinese word (simplified), the ones most likely to explain it first. */
  filesWith(chinese: string): readonly TaughtFile[];
  /** Text of a file; undefined when it cannot be read. */
  read(path: string): string | undefined;
  /** Share of the repository's pieces of code that have a token, 0..1. */
  share(token: string): number;
}

/** A file that holds a Chinese word. */
export interface TaughtFile {
  readonly path: string;
  /** Whether its messages are translated ones, by its path. */
  readonly isTranslation: boolean;
}

/** An English token for a Chinese word. */
export interface Lesson {
  readonly token: string;
  /** 0..1. */
  readonly weight: number;
  /** For two words side by side: both stems, joined by a space. */
  readonly phrase?: string;
}

/**
 * What a repository says in English beside a Chinese word, best first: tokens that stand beside the word much more
 * often than beside other Chinese of the same files. Reads half a dozen files at most.
 *
 * A `isCompound` word is made of known ones: it has a meaning of its own only where a translation consists of little
 * else.
 */
export function lessonsFor(
  word: string,
  teacher: Teacher,
  { isCompound = false }: { readonly isCompound?: boolean } = {},
): Lesson[] {
  const seen = new Tally();
  const others = new Tally();
  const files = teacher.filesWith(word).filter((file) => !isCompound || file.isTranslation);
  for (const { path, isTranslation } of files.slice(0, MOST_FILES)) {
    const text = teacher.read(path);
    if (text === undefined) continue;
    for (const gloss of glossesWith(word, text)) {
      const share = Math.min(1, word.length / gloss.chinese.length);
      if (!isCompound || share >= NEARLY_ALL) {
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
/** Places of one file that show what stands beside any Chinese. */
const SAMPLES = 50;
/** How many samples the share in the code counts as. */
const PRIOR = 20;
/** A token this much more common beside the word than elsewhere is believed in full: factor 16. */
const SURE = 6;
const LEAST = 0.12;
const MOST_LESSONS = 5;
/** Share of the best weight below which another token is noise. */
const BESIDE_BEST = 0.4;
/** Share of a message that a compound must make up. */
const NEARLY_ALL = 0.6;
/** Factor of what stands beside a comment: a comment is no translation. */
const IN_COMMENT = 0.4;
/** Trust at which half is believed. */
const HALF = 0.5;

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

function ranked(seen: Tally, others: Tally, teacher: Teacher): Lesson[] {
  const believed = seen.total / (seen.total + HALF);
  const lessons: Lesson[] = [];
  for (const [token, weight] of seen.tokens) {
    if (token.length < 3 || isStopWord(token)) continue;
    const here = weight / seen.total;
    if (here < LEAST) continue;
    const share = teacher.share(token);
    if (share === 0) continue;
    const elsewhere = (others.count(token) + PRIOR * share) / (others.total + PRIOR);
    const lift = Math.log2(here / elsewhere) / SURE;
    if (lift <= 0) continue;
    const phrase = seen.phrases.get(token);
    lessons.push({
      token,
      weight: here * Math.min(1, lift) * believed,
      ...(phrase !== undefined && { phrase }),
    });
  }
  lessons.sort((a, b) => b.weight - a.weight || (a.token < b.token ? -1 : 1));
  const best = lessons[0]?.weight ?? 0;
  return lessons.filter(({ weight }) => weight >= Math.max(LEAST, BESIDE_BEST * best)).slice(0, MOST_LESSONS);
}
