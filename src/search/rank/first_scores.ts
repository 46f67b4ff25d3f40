import type { LexicalIndex, PathPostings, Postings } from "../../index/lexical_index.ts";
import { postingColumns } from "../../index/postings_codec.ts";
import type { QueryViews } from "../query/fields.ts";
import { VIEWS } from "../query/fields.ts";
import { K1, rarity } from "./bm25.ts";
import { FAMILIES } from "./families.ts";
import { lengthIn, normsOf } from "./norms.ts";
import { TermHits } from "./term_hits.ts";

/** What all files and chunks score by view `W`, which favours title and code-like words. */
export interface FirstScores {
  /** BM25 of every file as a whole. */
  readonly whole: Float32Array;
  /** BM25 of every chunk. */
  readonly chunks: Float32Array;
  /** 1 for files that hold a term, in their text or path. */
  readonly touched: Uint8Array;
  readonly terms: ReadonlyMap<string, TermStatistics>;
}

/** What is known of a term once all files were looked at. */
export interface TermStatistics {
  /** Among the files, paths included. */
  readonly rarity: number;
  /** How many files hold it in a field of each of {@link FAMILIES}. */
  readonly containing: readonly number[];
}

/** Once so many files hold stronger terms, a frequent one counts in those alone (as in MaxScore: Turtle and Flood, 1995). */
const ENOUGH_FILES = 8000;
/** Postings of a frequent term. */
const FREQUENT = 5000;

const W = VIEWS.indexOf("W");
const WHOLE = FAMILIES.findIndex(({ id }) => id === "full");

/** Scores every file and chunk by one view; each term's postings are read once. */
export function firstScores(query: QueryViews, index: LexicalIndex): FirstScores {
  const pass = new FirstPass(index);
  for (const [term, weights] of strongestFirst(query, index)) pass.take(term, weights[W]!);
  return pass;
}

/** The terms of a question; in a large repository those first that can add most to a score. */
function strongestFirst({ terms }: QueryViews, index: LexicalIndex): Iterable<[string, Float64Array]> {
  if (index.files.count <= ENOUGH_FILES) return terms;
  const most = ([term, weights]: [string, Float64Array]): number =>
    weights[W]! * rarity(index.chunks.count, index.chunkFrequency(term));
  return [...terms].map((term) => ({ term, most: most(term) })).sort((a, b) => b.most - a.most)
    .map(({ term }) => term);
}

class FirstPass implements FirstScores {
  readonly whole: Float32Array;
  readonly chunks: Float32Array;
  readonly touched: Uint8Array;
  readonly terms = new Map<string, TermStatistics>();
  readonly #hits: TermHits;
  #touchedCount = 0;

  constructor(private readonly index: LexicalIndex) {
    const { count } = index.files;
    this.whole = new Float32Array(count);
    this.chunks = new Float32Array(index.chunks.count);
    this.touched = new Uint8Array(count);
    this.#hits = new TermHits(count);
  }

  take(term: string, weight: number): void {
    const { index } = this;
    const hits = this.#hits;
    hits.clear();
    const postings = index.postings(term);
    const paths = index.pathPostings(term);
    const isBounded = this.#touchedCount >= ENOUGH_FILES &&
      Math.max(postings?.chunks.length ?? 0, paths?.files.length ?? 0) > FREQUENT;
    let others = 0;
    if (postings) {
      const kept = isBounded ? postingsIn(this.touched, postings, index) : { postings, others: 0 };
      others += kept.others;
      hits.add(kept.postings, index.chunks.file);
      if (weight > 0) this.#scoreChunks(kept.postings, weight, postings.chunks.length);
    }
    if (paths) {
      const kept = isBounded ? pathsIn(this.touched, paths) : paths;
      others += paths.files.length - kept.files.length;
      hits.addPaths(kept);
    }
    this.#touch();
    // What other files hold of a bounded term is like what these do.
    const share = 1 + others / Math.max(1, hits.count);
    const containing = hits.containing(FAMILIES).map((files) => files * share);
    this.terms.set(term, { rarity: rarity(index.files.count, hits.count + others), containing });
    if (weight > 0) this.#scoreFiles(weight, containing[WHOLE]!);
  }

  #touch(): void {
    const { files, count } = this.#hits;
    for (let at = 0; at < count; at++) {
      const file = files[at]!;
      this.#touchedCount += 1 - this.touched[file]!;
      this.touched[file] = 1;
    }
  }

  #scoreChunks({ chunks, tf: { code, doc, str } }: Postings, weight: number, frequency: number): void {
    const { length } = this.index.chunks;
    const { chunks: { base, slope }, chunksWithText } = this.index.lasting.get(normsOf);
    const factor = weight * rarity(chunksWithText, frequency) * (K1 + 1);
    const column = this.chunks;
    for (let p = 0; p < chunks.length; p++) {
      const chunk = chunks[p]!;
      const count = code[p]! + doc[p]! + str[p]!;
      column[chunk]! += factor * count / (count + base + slope * length[chunk]!);
    }
  }

  #scoreFiles(weight: number, containing: number): void {
    const { files, count, code, doc, str, path } = this.#hits;
    const family = FAMILIES[WHOLE]!;
    const { base, slope } = this.index.lasting.get(normsOf).families[WHOLE]!;
    const factor = weight * rarity(this.index.files.count, containing) * (K1 + 1);
    const column = this.whole;
    for (let at = 0; at < count; at++) {
      const held = code[at]! + doc[at]! + str[at]! + family.path * path[at]!;
      if (held === 0) continue;
      column[files[at]!]! += factor * held / (held + base + slope * lengthIn(family, files[at]!, this.index));
    }
  }
}

/** The postings in files with a flag, and how many other files hold the term. */
export function postingsIn(
  flags: Uint8Array,
  { chunks, tf: { code, doc, str, def } }: Postings,
  index: LexicalIndex,
): { readonly postings: Postings; readonly others: number } {
  const { file: fileOf } = index.chunks;
  const rows = new Uint32Array(chunks.length);
  let [count, other, others] = [0, -1, 0];
  for (let p = 0; p < chunks.length; p++) {
    const file = fileOf[chunks[p]!]!;
    if (flags[file] === 1) rows[count++] = p;
    else if (file !== other) {
      other = file;
      others++;
    }
  }
  const kept = postingColumns(count);
  for (let at = 0; at < count; at++) {
    const p = rows[at]!;
    kept.chunks[at] = chunks[p]!;
    kept.code[at] = code[p]!;
    kept.doc[at] = doc[p]!;
    kept.str[at] = str[p]!;
    kept.def[at] = def[p]!;
  }
  return { postings: { chunks: kept.chunks, tf: kept }, others };
}

/** The paths' postings in files with a flag. */
export function pathsIn(flags: Uint8Array, { files, tf }: PathPostings): PathPostings {
  const rows = [...files.keys()].filter((row) => flags[files[row]!] === 1);
  return {
    files: Uint32Array.from(rows, (row) => files[row]!),
    tf: Uint8Array.from(rows, (row) => tf[row]!),
  };
}
