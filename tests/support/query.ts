import { readQuestion } from "../../src/intent/question.ts";
import type { QueryHints, SearchQuery } from "../../src/search/query/search_query.ts";
import { readQuery } from "../../src/search/query/search_query.ts";

/** The query of a question that is read as the program reads it. */
export function queryOf(text: string, hints: QueryHints = {}): SearchQuery {
  return readQuery(text, { question: readQuestion(text), ...hints });
}
