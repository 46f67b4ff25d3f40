import type { Question } from "../model/question.ts";
import type { ToolArguments } from "../model/tools.ts";
import type { RepositoryFiles } from "../model/calls.ts";
import type { LexicalIndex } from "../index/lexical_index.ts";
import { type QueryHints, readQuery, type SearchQuery } from "./query/search_query.ts";
import type { Reading } from "./query/translation_hints.ts";
import type { SemanticMatch } from "./rank/hybrid.ts";
import { FEW } from "./rank/features.ts";
import { isKnown } from "./rank/term_lookup.ts";
import { beginSearch, filesByWords, finishSearch, type SearchOptions } from "./rank/search.ts";
import type { SearchResult } from "./rank/search_result.ts";
import { hasCjk } from "../text/chars.ts";

const MOST_RELATED = 40;
/** In a tenth of the chunks a word is common. */
const COMMON_SHARE = 0.1;
/** Longer texts are reports, full of dates and names of packages: only their beginning is compared with strings. UTF-16 units. */
export const LONGEST_PROMPT = 2000;

/** Options of a question to the index. */
export interface AskOptions extends Omit<SearchOptions, "semantic"> {
  readonly limit: number;
  readonly files: RepositoryFiles;
  /** Nearest chunks in meaning, awaited after the words are ranked: the question's vector may still be on its way. */
  readonly semantic?: () => Promise<SemanticMatch | undefined>;
  /** Called once the files are ranked, before their definitions are. */
  readonly onFiles?: (result: () => SearchResult) => void;
}

/** The part of a search's arguments that is the question. */
export type AskArguments = Pick<ToolArguments["ci_search"], "query" | "question" | "mode">;

/** Ranks the index for the question in the arguments; undefined when there is none. Same question, same object. */
export async function askIndex(
  index: LexicalIndex,
  { query: text = "", question, mode = "hybrid" }: AskArguments,
  { semantic, files, onFiles, ...options }: AskOptions,
): Promise<SearchResult | undefined> {
  if (text.trim() === "") return undefined;
  // Search and graph start from the same question: it is ranked once per request, which has its own view of the files.
  const known = files.memo.of(askIndex, index, (): Map<string, SearchResult> => new Map());
  const key = `${options.limit}\0${mode}\0${text}`;
  const isPlain = options.accepts === undefined && options.groups === undefined;
  const cached = isPlain ? known.get(key) : undefined;
  if (cached) return cached;
  const query = await queryFor(text, { index, question });
  const started = beginSearch(query, index, options);
  onFiles?.(() => filesByWords(started, options));
  const match = await semantic?.();
  const result = finishSearch(started, { ...options, ...(match && { semantic: match }) });
  if (isPlain) known.set(key, result);
  return result;
}

/** A question as an index is searched for it: with translations, and with the words that code has for its own. */
export async function queryFor(
  text: string,
  { index, question }: {
    readonly index: LexicalIndex;
    readonly question?: Question | undefined;
  },
): Promise<SearchQuery> {
  const reading = await readingFor(text, index);
  const whole = [text, ...reading.translations.map(({ term }) => term)].join(" ");
  return readQuery(text, { ...reading, related: await related(whole, index), question });
}

/** The lexicon is loaded only for questions that need it. */
async function readingFor(
  text: string,
  index: LexicalIndex,
): Promise<Partial<Reading> & Pick<Reading, "translations">> {
  if (!hasCjk(text)) return { translations: [] };
  const { readingOf } = await import("./query/translation_hints.ts");
  return readingOf(text, (token) => isKnown(token, index));
}

/** The rarest of the words that code has for those of the question: common ones cost time and say nothing. */
async function related(text: string, index: LexicalIndex): Promise<NonNullable<QueryHints["related"]>> {
  if (text.length > LONGEST_PROMPT) return [];
  const { relatedWords } = await import("./query/related_words.ts");
  const most = Math.max(FEW, index.chunks.count * COMMON_SHARE);
  const known = [...relatedWords(text)]
    .map(([term, weight]) => ({ term, weight, frequency: index.chunkFrequency(term) }))
    .filter(({ frequency }) => frequency > 0 && frequency <= most);
  return known.sort((a, b) => a.frequency - b.frequency).slice(0, MOST_RELATED);
}
