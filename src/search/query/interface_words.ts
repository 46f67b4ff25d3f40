import type { LexicalIndex } from "../../index/lexical_index.ts";
import { hasCjk } from "../../text/chars.ts";
import type { InterfaceText } from "../../text/messages.ts";
import { interfaceTexts } from "../../text/messages.ts";
import { isStopWord } from "../../text/stop_words.ts";
import { stem, tokens, wordParts } from "../../text/tokens.ts";
import { simplify } from "../../text/traditional.ts";
import type { FileLine, ReadLines } from "../file_lines.ts";
import { messageWords } from "../message_texts.ts";
import type { TranslatedTerm } from "./fields.ts";

/** Files of translations, with their language in the name or the folder; `messages.properties` is the original. */
const TRANSLATIONS =
  /(?:^|\/)(?:[\w-]*locales?|i18n|l10n|langs?|languages?|translations?|messages?)(?:\/|[\w.-]*\.)(?:[\w.-]+\/){0,3}[\w.-]*(?:json5?|ya?ml|properties|ftl|[cm]?[jt]s|php|toml)$/i;
/** Paths of English texts. */
export const ENGLISH = /(?:^|[/._-])en(?:[_-]?(?:us|gb))?(?:[/.]|$)|(?:^|\/)messages\.properties$/i;
const CHINESE = /(?:^|[/._-])zh(?:[_-]?(?:cn|hans))?(?:[/.]|$)/i;
/** Words of such paths. */
const FOLDERS =
  "locale locales i18n l10n lang langs language languages translation translations message messages";
const MOST_FILES = 4;
/** Longer questions are reports in which any text would be found. UTF-16 units. */
const LONGEST_QUESTION = 2000;
const MOST_TEXTS = 3;
/** Words of a text that the question must have beside each other, and share of all of them. */
const FEWEST_WORDS = 2;
const MOST_WORDS = 6;
const LEAST_SHARE = 0.6;
/** Other words that may stand between them. */
const SLACK = 1;
/** UTF-16 units. */
const LONGEST_ENGLISH = 60;
const SHORTEST_CHINESE = 2;
const LONGEST_CHINESE = 12;
/** A text of so many words, or Chinese characters, is a message; a shorter one may be a label. */
const MESSAGE_WORDS = 4;
const CHINESE_MESSAGE = 6;
/** What keys are made of besides names. */
const KEY_WORDS = new Set(
  ("label title button btn form page view setting option text message msg placeholder tooltip hint help description " +
    "desc name action menu dialog modal field header heading info item tab core common general ui app component")
    .split(
      " ",
    ),
);
/** Weights of the key's words, and of names on a line that shows the text. */
const BY_KEY = 0.5;
const BY_LINE = 0.4;
const MOST_TERMS = 8;
/** Lines looked at that may show a text, by its key. */
const MOST_PLACES = 3;
const MOST_CHUNKS = 12;
/** A word in more pieces of code, and in a larger share of them, tells nothing. */
const FEW_CHUNKS = 20;
const COMMON_SHARE = 0.05;

/**
 * What code calls the things that a question names as the user interface shows them: the texts of its translations that the
 * question repeats lead to their keys, and these to the names beside them in the code that shows the text.
 */
export function interfaceTerms(question: string, index: LexicalIndex, read: ReadLines): TranslatedTerm[] {
  if (question.length > LONGEST_QUESTION) return [];
  const texts = textsOf(index, read, hasCjk(question));
  if (texts.length === 0) return [];
  const named = hasCjk(question) ? inChinese(question, texts) : inEnglish(question, texts);
  const terms = new Map<string, number>();
  for (const { key } of named) {
    for (const term of keyWords(key)) terms.set(term, BY_KEY);
    for (const term of wordsBeside(key, index, read)) if (!terms.has(term)) terms.set(term, BY_LINE);
  }
  const isTelling = (term: string): boolean => {
    const frequency = index.chunkFrequency(term);
    return frequency > 0 && frequency <= Math.max(FEW_CHUNKS, COMMON_SHARE * index.chunks.count);
  };
  return [...terms].filter(([term]) => isTelling(term)).slice(0, MOST_TERMS)
    .map(([term, weight]) => ({ term, weight }));
}

/** A text with its words. */
interface Shown extends InterfaceText {
  /** Stemmed, stop words left out; none in Chinese and of long texts. */
  readonly words: readonly string[];
}

/** The texts of the interface in the question's language, read once per view of the index. */
function textsOf(index: LexicalIndex, read: ReadLines, isChinese: boolean): readonly Shown[] {
  const known = index.memo.get(noTexts);
  const language = isChinese ? "zh" : "en";
  if (!known.has(language)) {
    const pattern = isChinese ? CHINESE : ENGLISH;
    const paths = translationPaths(index).filter((path) => pattern.test(path));
    const files = paths.sort((a, b) => a.length - b.length).slice(0, MOST_FILES);
    const texts = files.flatMap((path) => interfaceTexts((read(path) ?? []).join("\n")));
    const isShort = ({ text }: InterfaceText): boolean => !isChinese && text.length <= LONGEST_ENGLISH;
    known.set(
      language,
      texts.map((one) => ({ ...one, words: isShort(one) ? [...new Set(stemsOf(one.text))] : [] })),
    );
  }
  return known.get(language)!;
}

function noTexts(): Map<string, readonly Shown[]> {
  return new Map();
}

function translationPaths(index: LexicalIndex): string[] {
  const numbers = new Set<number>();
  for (const term of tokens(FOLDERS)) {
    for (const file of index.pathPostings(term)?.files ?? []) numbers.add(file);
  }
  return [...numbers].map((file) => index.files.paths[file]!).filter((path) => TRANSLATIONS.test(path));
}

/** The texts that stand in the question whole, the longest first, each part of the question once. */
function inChinese(question: string, texts: readonly InterfaceText[]): InterfaceText[] {
  let left = simplify(question);
  const found: InterfaceText[] = [];
  const here = texts.filter(({ text }) =>
    text.length >= SHORTEST_CHINESE && text.length <= LONGEST_CHINESE && hasCjk(text) && left.includes(text)
  );
  for (const one of here.sort((a, b) => b.text.length - a.text.length)) {
    const isSame = found.some(({ text }) => text === one.text);
    if (!isSame && !left.includes(one.text)) continue;
    left = left.replaceAll(one.text, " ");
    found.push(one);
  }
  return found.slice(0, MOST_TEXTS);
}

/** The texts of which the question has the most words beside each other. */
function inEnglish(question: string, texts: readonly Shown[]): InterfaceText[] {
  const asked = stemsOf(question);
  const places = Map.groupBy(asked.keys(), (at) => asked[at]!);
  const rows = texts.flatMap((one) => {
    const { words } = one;
    if (words.length < FEWEST_WORDS || words.length > MOST_WORDS) return [];
    const held = words.filter((word) => places.has(word));
    if (held.length < FEWEST_WORDS || held.length / words.length < LEAST_SHARE) return [];
    const share = gathered(held, places) / words.length;
    return share >= LEAST_SHARE && share * words.length >= FEWEST_WORDS
      ? [{ one, share, held: held.length }]
      : [];
  });
  return rows.sort((a, b) => b.held * b.share - a.held * a.share).slice(0, MOST_TEXTS).map(({ one }) => one);
}

/** How many of the words stand beside each other somewhere. */
function gathered(words: readonly string[], places: ReadonlyMap<string, readonly number[]>): number {
  let most = 0;
  for (const start of words.flatMap((word) => places.get(word)!)) {
    const end = start + words.length + SLACK;
    const near = words.filter((word) => places.get(word)!.some((at) => at >= start && at < end));
    most = Math.max(most, near.length);
  }
  return most;
}

function stemsOf(text: string): string[] {
  return (text.toLowerCase().match(/[a-z][a-z0-9]+/g) ?? []).filter((word) => !isStopWord(word)).map(stem);
}

/** The words of a key's last part, or of the one before where it says nothing (`scraper.title`). */
function keyWords(key: string): string[] {
  const named = key.split(/[./]/).slice(-2).map((part) =>
    wordParts(part).filter((word) => word.length > 2 && !KEY_WORDS.has(word))
  );
  const words = named.findLast((part) => part.length > 0) ?? [];
  return [...new Set(words.flatMap(tokens).concat(words.length > 1 ? tokens(words.join("_")) : []))];
}

/** Names on the lines that show the text of a key. */
function wordsBeside(key: string, index: LexicalIndex, read: ReadLines): string[] {
  const found = new Set<string>();
  for (const { file, line } of keyLines(key, index, read)) {
    const text = read(index.files.paths[file]!)![line - 1]!;
    for (const name of text.replaceAll(key, " ").match(/[A-Za-z_$][\w$]{3,}/g) ?? []) {
      const isName = wordParts(name).length > 1 || /^[A-Z]/.test(name);
      if (isName) { for (const term of tokens(name)) found.add(term); }
    }
  }
  return [...found].filter((term) => term.length > 3 && !KEY_WORDS.has(term));
}

/** The lines of code that use a key. */
function keyLines(key: string, index: LexicalIndex, read: ReadLines): FileLine[] {
  const rarest = keyWords(key).filter((term) => index.chunkFrequency(term) > 0)
    .sort((a, b) => index.chunkFrequency(a) - index.chunkFrequency(b))[0];
  const chunks = rarest === undefined ? undefined : index.postings(rarest)?.chunks;
  const found: FileLine[] = [];
  for (const chunk of chunks?.subarray(0, MOST_CHUNKS) ?? []) {
    const file = index.chunks.file[chunk]!;
    const path = index.files.paths[file]!;
    if (TRANSLATIONS.test(path)) continue;
    const lines = read(path) ?? [];
    const last = Math.min(index.chunks.endLine(chunk), lines.length);
    for (let line = index.chunks.startLine(chunk); line <= last && found.length < MOST_PLACES; line++) {
      if (lines[line - 1]!.includes(key)) found.push({ file, line });
    }
  }
  return found;
}

/**
 * Where the code shows messages which only the translations hold: the lines with the key, or the definition that the key
 * names, such as an exception's class.
 *
 * @param messages what the question reports, see `messageTexts`
 */
export function shownMessages(
  question: string,
  messages: readonly string[],
  index: LexicalIndex,
  read: ReadLines,
): FileLine[] {
  const named = [
    ...messages.flatMap((message) => {
      const words = messageWords(message);
      return textsOf(index, read, false).filter(({ text }) => isSaidBy(messageWords(text), words));
    }),
    ...hasCjk(question)
      ? textsOf(index, read, true).filter(({ text }) =>
        text.length >= CHINESE_MESSAGE && hasCjk(text) && question.includes(text)
      )
      : [],
  ];
  const keys = [...new Set(named.map(({ key }) => key))].slice(0, MOST_TEXTS);
  return keys.flatMap((key) => {
    const lines = keyLines(key, index, read);
    if (lines.length > 0) return lines;
    return index.definitionsNamed(key.split(/[./]/).at(-1)!).slice(0, 1)
      .map(({ file, startLine }) => ({ file, line: startLine }));
  });
}

/** Whether a message consists of a text and what was put into it. */
function isSaidBy(text: readonly string[], message: readonly string[]): boolean {
  if (text.length < MESSAGE_WORDS || text.length < LEAST_SHARE * message.length) return false;
  let at = 0;
  for (const word of message) if (word === text[at]) at++;
  return at === text.length;
}
