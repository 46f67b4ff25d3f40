import { NO_QUESTION, type Question } from "../../model/question.ts";
import { isCapitalized } from "../../syntax/source.ts";
import { isAsking, isStopWord } from "../../text/words.ts";
import type { WeightedTerm } from "../../text/query_translation.ts";
import { bigrams, tokens } from "../../text/tokens.ts";

/** The names that a question holds. */
export interface Mentions {
  /** `Owner.member` pairs, once each. */
  readonly qualified: readonly (readonly [owner: string, member: string])[];
  /** Every ASCII word of its text, lower-cased. */
  readonly words: ReadonlySet<string>;
  /** Single names of its identifiers, without values before a member: `stop` of `server.stop`. */
  readonly identifiers: ReadonlySet<string>;
}

/** A question ready to be scored. */
export interface SearchQuery {
  /** The question as its reader read it. */
  readonly question: Question;
  /** Its text, without comments in markup and addresses. */
  readonly text: string;
  readonly mentions: Mentions;
  /** Term, as `tokenize` emits it, to its weight: more for words of the title and for those that look like code. */
  readonly terms: ReadonlyMap<string, number>;
  /** The terms that code may have in place of the question's, with their weight where definitions are compared. */
  readonly related: ReadonlyMap<string, number>;
  /** Bigram to its number of occurrences, at most 2. */
  readonly bigrams: ReadonlyMap<string, number>;
  /** True if some of the terms are translations. */
  readonly isTranslated: boolean;
  /** True if it asks about one name and has no other words than those of asking. */
  readonly isNameAlone: boolean;
}

/** Options beside the text. */
export interface QueryHints {
  /** Translations of what is not English, and its words that the repository has; they join every view. */
  readonly translations?: readonly WeightedTerm[];
  /** Words that code may have for those of the question, none of which it has itself. */
  readonly related?: readonly Pick<WeightedTerm, "term" | "weight">[];
  /** The text word by word in English, see `inEnglish`: read in its place, so that the translations are alternatives. */
  readonly english?: string;
  /** The text as its reader read it; its identifiers count as looking like code. */
  readonly question?: Question | undefined;
}

/** Factor of the other translations of a word: one with four must not outweigh one with a single one. */
const ALTERNATIVE = 0.3;
/** Weight of a word of the title beside its own occurrences, and of a translation, which counts as such a word. */
const TITLE = 2;
const TRANSLATED = 3;
/** Factor of a related word where files are ranked: it leads to a file, but is weak evidence for one of its definitions. */
const IN_FILES = 2;
/** Occurrences that count. */
const MOST_OCCURRENCES = 3;
/** More would cost time and add nothing: the rarest terms decide. UTF-16 units. */
const LONGEST_TEXT = 60_000;

/** Makes a query of a question's text: an issue or a short prompt. */
export function readQuery(text: string, hints: QueryHints = {}): SearchQuery {
  const { question = NO_QUESTION, translations = [] } = hints;
  const cut = (hints.english ?? text).slice(0, LONGEST_TEXT).replace(/\r/g, "");
  const plain = withoutComments(cut).replace(ADDRESS, " ").trimStart();
  const mentions = mentionsOf(plain, question.terms.identifiers);
  const terms = termsOf(plain, mentions);
  const pairs = bigramsOf(plain);
  for (const { term, weight, phrase, source } of translations) {
    const isAlternative = hints.english !== undefined && source !== undefined;
    const own = TRANSLATED * (isAlternative ? ALTERNATIVE * weight : weight);
    terms.set(term, Math.max(terms.get(term) ?? 0, own));
    if (phrase !== undefined && !pairs.has(phrase)) pairs.set(phrase, 1);
  }
  const related = new Map((hints.related ?? []).map(({ term, weight }) => [term, TRANSLATED * weight]));
  for (const [term, weight] of related) terms.set(term, IN_FILES * weight);
  const isTranslated = translations.some(({ source }) => source !== undefined);
  const isNameAlone = mentions.identifiers.size === 1 && otherWords(question, mentions).length === 0;
  return { question, text: plain, mentions, terms, related, bigrams: pairs, isTranslated, isNameAlone };
}

/** The words of a question that are neither its names nor words of asking. */
export function otherWords({ terms }: Question, { identifiers }: Pick<Mentions, "identifiers">): string[] {
  const names = new Set([...identifiers].map((name) => name.toLowerCase()));
  return terms.words.filter((word) => !isAsking(word) && !names.has(word));
}

const ADDRESS = /\bhttps?:\/\/[^\s<>"')\]]+/g;

/** The text without comments in markup; one that is not closed stays. */
function withoutComments(text: string): string {
  let out = "";
  let from = 0;
  for (let at = text.indexOf("<!--"); at >= 0; at = text.indexOf("<!--", from)) {
    const end = text.indexOf("-->", at);
    if (end < 0) break;
    out += `${text.slice(from, at)} `;
    from = end + 3;
  }
  return out + text.slice(from);
}

const WORD = /[A-Za-z_$][\w$]*/g;
const PAIR = /(\w+)(?:\.|#|::|->)(?=(\w+))/g;

function mentionsOf(text: string, names: readonly string[]): Mentions {
  const pairs = [...names.join(" ").matchAll(PAIR)].map(([, owner, member]) => [owner!, member!] as const);
  const values = new Set(pairs.map(([owner]) => owner).filter((owner) => !isCapitalized(owner)));
  return {
    qualified: [...new Map(pairs.map((pair) => [pair.join("."), pair])).values()],
    words: new Set(text.toLowerCase().match(WORD)),
    identifiers: new Set(names.join(" ").match(WORD)).difference(values),
  };
}

/** The title is the first line, and no more of it than this. UTF-16 units. */
const LONGEST_TITLE = 200;

function termsOf(text: string, { identifiers }: Mentions): Map<string, number> {
  const titled = countTerms(text.split("\n", 1)[0]!.slice(0, LONGEST_TITLE));
  const codeLike = countTerms([...identifiers].join(" "));
  const terms = new Map<string, number>();
  for (const [term, count] of countTerms(text)) {
    const own = Math.sqrt(Math.min(count, MOST_OCCURRENCES));
    terms.set(term, own + (titled.has(term) ? TITLE : 0) + (codeLike.has(term) ? 1 : 0));
  }
  return terms;
}

/** Occurrences of each term in `text`, stop words left out. */
export function countTerms(text: string): Map<string, number> {
  const counts = new Map<string, number>();
  const telling = text.replace(WORD, (word) => isStopWord(word.toLowerCase()) ? " " : word);
  for (const token of tokens(telling)) {
    if (token.length > 1 && !isStopWord(token)) counts.set(token, (counts.get(token) ?? 0) + 1);
  }
  return counts;
}

function bigramsOf(text: string): Map<string, number> {
  const found = new Map<string, number>();
  bigrams(text, (pair) => void found.set(pair, Math.min(2, (found.get(pair) ?? 0) + 1)));
  return found;
}
