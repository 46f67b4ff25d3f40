import frequent from "../../config/lexicon/frequent_words.json" with { type: "json" };
import { isHan } from "./chars.ts";
import { isStopWord } from "./words.ts";
import { foldLetters } from "./tokens.ts";

/**
 * Prompts in languages other than English and Chinese, as English words: by a list of the words that software has. Its
 * entries are beginnings of words, since most of these languages inflect. Code, names and quoted text stay as they are;
 * of other words those stay that may be loan words.
 */

/** Languages recognized by their letters: the first and the last one. */
const SCRIPTS: readonly (readonly [language: string, first: string, last: string])[] = [
  ["ja", "\u3041", "\u30ff"],
  ["ko", "\uac00", "\ud7a3"],
  ["ru", "\u0400", "\u04ff"],
  ["vi", "\u1ea0", "\u1ef9"],
];
/** Languages written without spaces, or with endings that are words. */
const UNSPACED: ReadonlySet<string> = new Set(["ja", "ko"]);
/** Longer prompts are pasted material. UTF-16 units. */
const LONGEST = 4000;
/** Minimum length of an entry inside a word, for compounds, and before any ending. UTF-16 units. */
const INSIDE = 5;

/** Words that ask, which without their accents are others, and spellings that keep them apart. */
const ASKING = [["fr", "où", "oø"], ["es", "qué", "quø"], ["es", "cómo", "cømo"]] as const;

const KEPT = /(```[^]*?```|`[^`\n]*`|"[^"\n]*"|[\w$@-]*[\w)][./\\:_(#=>]+[\w$/.:()-]+)/;
const LATIN = /[\p{L}\p{M}]+(?:[ '’-][\p{L}\p{M}]+)*/gu;
const OTHER = /[^\0-\x7f]+(?: [^\0-\x7f]+)*/g;

/** The language of a text; undefined for English, Chinese and unknown ones. */
export function languageOf(text: string): string | undefined {
  for (const [language, first, last] of SCRIPTS) {
    for (let at = 0; at < text.length; at++) if (text[at]! >= first && text[at]! <= last) return language;
  }
  const words = text.toLowerCase().match(LATIN)?.flatMap((run) => run.split(/[ '’-]/)) ?? [];
  let best: string | undefined;
  let most = Math.max(1, words.filter(isStopWord).length);
  for (const [language, list] of Object.entries(frequent.words)) {
    const count = words.filter((word) => ` ${list} `.includes(` ${word} `)).length;
    if (count > most) [best, most] = [language, count];
  }
  return best;
}

/**
 * Renders a text in English words; English and Chinese stay unchanged.
 *
 * @param isKnown true for a word of the repository's names, which is preferred among several translations
 */
export async function asEnglish(text: string, isKnown: (word: string) => boolean): Promise<string> {
  const language = text.length > LONGEST ? undefined : languageOf(text);
  if (language === undefined) return text;
  const { default: list } = await import("../../config/lexicon/languages.json", { with: { type: "json" } });
  const column = list.languages.indexOf(language) + 1;
  const entries = new Map<string, readonly string[]>();
  for (const row of list.rows) {
    const cells = row.split("|");
    for (const key of folded(cells[column]!, language).split(",").filter((one) => one !== "")) {
      entries.set(key, [...(entries.get(key) ?? []), ...cells[0]!.split(",")]);
    }
  }
  const translation = new Translation(language, entries, isKnown);
  const runs = SCRIPTS.some(([script]) => script === language && script !== "vi") ? OTHER : LATIN;
  return text.normalize("NFC").split(KEPT)
    .map((part, at) => at % 2 === 1 ? part : part.replace(runs, (run) => translation.of(run))).join("");
}

/** Lower case with spaces between all words; without accents unless they make other words. */
function folded(text: string, language: string): string {
  const lower = text.toLowerCase().replaceAll(/['’-]/g, " ");
  const kept = ASKING.filter(([of]) => of === language).reduce(
    (all, [, word, own]) => all.replaceAll(word, own),
    lower,
  );
  return language === "vi" ? lower : foldLetters(kept);
}

/** The end of an entry in a text, and its English. */
type Reading = { readonly end: number; readonly english: string };

class Translation {
  readonly #longest: number;

  constructor(
    private readonly language: string,
    private readonly entries: ReadonlyMap<string, readonly string[]>,
    private readonly isKnown: (word: string) => boolean,
  ) {
    this.#longest = Math.max(...[...entries.keys()].map(({ length }) => length));
  }

  /** A run of words in English. */
  of(run: string): string {
    const text = folded(run, this.language);
    const isUnspaced = UNSPACED.has(this.language);
    let english = " ";
    for (let at = 0; at < text.length;) {
      const end = isUnspaced ? at + 1 : endOfWord(text, at);
      const own = isUnspaced ? text[at]! : run.slice(at, end);
      const isName = own.slice(1) !== own.slice(1).toLowerCase();
      const found = isName ? undefined : this.#read(text, at, isUnspaced);
      const read = found?.end === end && this.#isEnglish(text.slice(at, end)) ? undefined : found;
      if (read) english += ` ${read.english} `;
      else if (isUnspaced) english += isHan(own.charCodeAt(0)) ? own : " ";
      else if (isName || this.#isLoan(text.slice(at, end))) english += ` ${own} `;
      at = Math.max(read?.end ?? 0, end) + Number(!isUnspaced);
    }
    return english;
  }

  /**
   * Reads the longest entry at a place; between spaces, the rest of its word may hold another entry, and is shorter by
   * two than an entry that is short.
   */
  #read(text: string, at: number, isUnspaced: boolean): Reading | undefined {
    for (let size = Math.min(this.#longest, text.length - at); size > 0; size--) {
      const translations = this.entries.get(text.slice(at, at + size));
      if (translations === undefined) continue;
      const english = this.#chosen(translations);
      if (isUnspaced) return { end: at + size, english };
      const end = endOfWord(text, at + size);
      if (end - at - size <= size - 2) return { end, english };
      for (let part = at + size; part + INSIDE <= end; part++) {
        const further = this.#read(text, part, false);
        if (further) return { end, english: `${english} ${further.english}` };
      }
      if (size >= INSIDE) return { end, english };
    }
    return undefined;
  }

  #chosen(translations: readonly string[]): string {
    const known = translations.filter((phrase) => phrase.split(" ").every(this.isKnown));
    return known.length > 0 ? known.slice(0, 2).join(" ") : translations[0]!;
  }

  /** True for a word of the repository that is no entry itself, although it may begin like one: "controller". */
  #isEnglish(word: string): boolean {
    return !this.entries.has(word) && this.#isLoan(word) && this.isKnown(word);
  }

  #isLoan(word: string): boolean {
    const list = Object.entries(frequent.words).find(([language]) => language === this.language)?.[1] ?? "";
    return !` ${foldLetters(list)} `.includes(` ${word} `) && /^[a-z]{3,}$/.test(word);
  }
}

function endOfWord(text: string, at: number): number {
  return `${text} `.indexOf(" ", at);
}
