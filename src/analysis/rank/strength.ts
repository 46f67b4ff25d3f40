import type { Strength } from "../../model/findings.ts";
import type { LexicalIndex } from "../index/lexical_index.ts";
import { VIEWS } from "../query/views.ts";
import type { SearchResult } from "./search.ts";

/** Shares of the question's weight in the best file, for a strong and for a weak match. */
const STRONG_SHARE = 0.5;
const WEAK_SHARE = 0.25;
/** What a word that stands nowhere weighs: it may just be the asker's own. */
const UNKNOWN = 1;
/** Features that say: the question named this outright. */
const NAMED = [
  "path_named",
  "url_named",
  "module_named",
  "qualified",
  "defines_inline_best",
  "defines_like_best",
];

/** How sure it is that the best file answers: it was named, or it holds enough of the question's weight. */
export function strengthOf({ files, table }: SearchResult): Strength {
  const best = files[0];
  if (!best) return "none";
  if (NAMED.some((id) => (table.columns.get(id)?.[best.file] ?? 0) > 0)) return "strong";
  const share = heldShare(best.file, table.context);
  return share >= STRONG_SHARE ? "strong" : share >= WEAK_SHARE ? "weak" : "none";
}

function heldShare(file: number, { query, index, text }: SearchResult["table"]["context"]): number {
  const at = VIEWS.indexOf("W");
  let all = 0;
  let held = 0;
  for (const [term, weights] of query.terms) {
    const known = index.chunkFrequency(term) > 0 || index.pathPostings(term) !== undefined;
    const value = weights[at]! * (known ? Math.max(0.5, text.rarity.get(term) ?? 0) : UNKNOWN);
    all += value;
    if (known && holds(file, term, index)) held += value;
  }
  return all > 0 ? held / all : 0;
}

function holds(file: number, term: string, index: LexicalIndex): boolean {
  if (index.pathPostings(term)?.files.includes(file)) return true;
  const from = index.files.firstChunk[file]!;
  const to = from + index.files.chunkCount[file]!;
  const chunks = index.postings(term)?.chunks;
  if (!chunks) return false;
  let low = 0;
  let high = chunks.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (chunks[middle]! < from) low = middle + 1;
    else high = middle;
  }
  return low < chunks.length && chunks[low]! < to;
}
