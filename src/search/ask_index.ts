import type { QueryTerms } from "../model/intent.ts";
import type { ToolCall } from "../model/plan.ts";
import type { RepositoryFiles } from "../model/ports.ts";
import type { LexicalIndex } from "../index/lexical_index.ts";
import type { BridgedTerm } from "./query/fields.ts";
import { queryViews } from "./query/fields.ts";
import type { SemanticMatch } from "./rank/hybrid.ts";
import type { SearchOptions, SearchResult } from "./rank/search.ts";
import { beginSearch, finishSearch } from "./rank/search.ts";
import { hasCjk } from "../text/chars.ts";
import { speaksChinese, teacherOf } from "./teacher.ts";

/** Search and graph start from the same question: it is ranked once per request, which has its own view of the files. */
const asked = new WeakMap<RepositoryFiles, Map<string, SearchResult>>();

/** How the index is asked. */
export interface AskOptions extends Omit<SearchOptions, "semantic"> {
  readonly limit: number;
  readonly files: RepositoryFiles;
  /** What is near in meaning, asked for once the words are ranked: the question's vector may still be on its way. */
  readonly semantic?: () => Promise<SemanticMatch | undefined>;
}

/** Ranks the index for the question in the arguments; undefined when there is none. Same question, same object. */
export async function askIndex(
  index: LexicalIndex,
  args: ToolCall["args"],
  { semantic, files, ...options }: AskOptions,
): Promise<SearchResult | undefined> {
  const terms = args["terms"] as QueryTerms | undefined;
  const text = typeof args["query"] === "string" ? args["query"] : terms ? textOf(terms) : "";
  if (text.trim() === "") return undefined;
  const known = asked.get(files) ?? new Map<string, SearchResult>();
  asked.set(files, known);
  const key = `${options.limit}\0${args["mode"] ?? "hybrid"}\0${text}`;
  const isPlain = options.accepts === undefined && options.groups === undefined;
  const cached = isPlain ? known.get(key) : undefined;
  if (cached) return cached;
  const bridge = await bridgeFor(text, index, files);
  const query = queryViews(text, { bridge, identifiers: terms?.identifiers ?? [] });
  const begun = beginSearch(query, index, options);
  const match = await semantic?.();
  const result = finishSearch(begun, { ...options, ...(match && { semantic: match }) });
  if (isPlain) known.set(key, result);
  return result;
}

/** The lexicon is loaded only for questions that need it: Chinese ones, and English ones on Chinese code. */
async function bridgeFor(text: string, index: LexicalIndex, files: RepositoryFiles): Promise<BridgedTerm[]> {
  const isChinese = hasCjk(text);
  if (!isChinese && !speaksChinese(index)) return [];
  const { bridgeHints, reverseHints } = await import("./query/translation_hints.ts");
  const teacher = teacherOf(index, (path) => {
    const content = files.read(path);
    return content.ok ? content.text : undefined;
  });
  return isChinese ? bridgeHints([text], teacher) : reverseHints(text, teacher);
}

/** A question made of the terms alone. */
function textOf(terms: QueryTerms): string {
  const paths = terms.paths.map(({ path, line }) => line === undefined ? path : `${path}:${line}`);
  return [...terms.words, ...terms.phrases, ...terms.identifiers, ...paths].join(" ");
}
