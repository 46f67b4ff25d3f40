import type { LexicalIndex, Postings } from "../../index/lexical_index.ts";
import type { SearchQuery } from "../query/search_query.ts";
import { K1, rarity } from "./bm25.ts";
import { type Field, FIELDS, lengthIn, normsOf } from "./norms.ts";
import { TermHits } from "./term_hits.ts";

/** BM25 of a question over the files, by field, and over their chunks. */
export interface TextScores {
  /** One number per file; of no meaning for files that are no candidates. */
  readonly fields: Readonly<Record<Field, Float32Array>>;
  /** One number per chunk. */
  readonly chunks: Float32Array;
  /** Share of the question's rarity that a file or its path holds, 0 to 1. */
  readonly cover: Float32Array;
  /** Files that hold a term, in their text or path, ascending; of very many the best ones. */
  readonly candidates: Uint32Array;
  /** 1 for candidates. */
  readonly isCandidate: Uint8Array;
  /** Rarity of each term among the files, paths included; terms found nowhere have the highest. */
  readonly rarity: ReadonlyMap<string, number>;
}

/**
 * Files with stronger terms from which on a frequent one counts in those alone (as in MaxScore: Turtle and Flood,
 * 1995).
 */
const ENOUGH_FILES = 8000;
/** Postings of a frequent term. */
const FREQUENT = 5000;
/** Files that are ranked; the others' scores are too low for a place among the best. */
const MOST_CANDIDATES = 2000;

/** Scores all files and chunks; each term's postings are read once. */
export function textScores(query: SearchQuery, index: LexicalIndex): TextScores {
  const pass = new TextPass(index);
  for (const [term, weight] of strongestFirst(query, index)) pass.take(term, weight);
  return pass.finish();
}

/** The terms of a question; in a large repository those first that can add most to a score. */
function strongestFirst({ terms }: SearchQuery, index: LexicalIndex): Iterable<[string, number]> {
  if (index.files.count <= ENOUGH_FILES) return terms;
  const most = ([term, weight]: [string, number]): number =>
    weight * rarity(index.chunks.count, index.chunkFrequency(term));
  return [...terms].sort((a, b) => most(b) - most(a));
}

class TextPass {
  readonly #fields: Record<Field, Float32Array>;
  readonly #chunks: Float32Array;
  readonly #cover: Float32Array;
  readonly #touched: Uint8Array;
  readonly #rarity = new Map<string, number>();
  readonly #hits: TermHits;
  #touchedCount = 0;
  #wholeRarity = 0;

  constructor(private readonly index: LexicalIndex) {
    const { count } = index.files;
    const column = (): Float32Array => new Float32Array(count);
    const [full, code, doc, str, def, path] = [column(), column(), column(), column(), column(), column()];
    this.#fields = { full, code, doc, str, def, path };
    this.#cover = column();
    this.#chunks = new Float32Array(index.chunks.count);
    this.#touched = new Uint8Array(count);
    this.#hits = new TermHits(count);
  }

  /** Adds one term. */
  take(term: string, weight: number): void {
    const { index } = this;
    const hits = this.#hits;
    const [postings, paths] = [index.postings(term), index.pathPostings(term)];
    const frequency = Math.max(postings?.chunks.length ?? 0, paths?.files.length ?? 0);
    const within = this.#touchedCount >= ENOUGH_FILES && frequency > FREQUENT ? this.#touched : undefined;
    hits.clear();
    if (postings) {
      hits.add(postings, { fileOf: index.chunks.file, within });
      this.#scoreChunks(postings, weight);
    }
    if (paths) hits.addPaths(paths, within);
    this.#touch();
    const termRarity = rarity(index.files.count, hits.all);
    this.#rarity.set(term, termRarity);
    this.#wholeRarity += termRarity;
    const containing = hits.containing();
    for (const field of FIELDS) this.#scoreFiles(field, weight, containing[field]);
    const { files, count } = hits;
    for (let at = 0; at < count; at++) this.#cover[files[at]!]! += termRarity;
  }

  finish(): TextScores {
    const { index } = this;
    const isCandidate = this.#touched;
    keepBest(isCandidate, index, this.#fields.full, this.#chunks);
    const candidates = numbersOf(isCandidate);
    const whole = this.#wholeRarity || 1;
    for (const file of candidates) this.#cover[file]! /= whole;
    return {
      fields: this.#fields,
      chunks: this.#chunks,
      cover: this.#cover,
      candidates,
      isCandidate,
      rarity: this.#rarity,
    };
  }

  #touch(): void {
    const { files, count } = this.#hits;
    for (let at = 0; at < count; at++) {
      const file = files[at]!;
      this.#touchedCount += 1 - this.#touched[file]!;
      this.#touched[file] = 1;
    }
  }

  #scoreChunks({ chunks, tf: { code, doc, str } }: Postings, weight: number): void {
    const { length } = this.index.chunks;
    const { chunks: { base, slope }, chunksWithText } = this.index.lasting.get(normsOf);
    const factor = weight * rarity(chunksWithText, chunks.length) * (K1 + 1);
    const column = this.#chunks;
    for (let p = 0; p < chunks.length; p++) {
      const chunk = chunks[p]!;
      const count = code[p]! + doc[p]! + str[p]!;
      column[chunk]! += factor * count / (count + base + slope * length[chunk]!);
    }
  }

  #scoreFiles(field: Field, weight: number, containing: number): void {
    if (containing === 0) return;
    const { files, count } = this.#hits;
    const held = this.#hits.held(field);
    const { base, slope } = this.index.lasting.get(normsOf).fields[field];
    const factor = weight * rarity(this.index.files.count, containing) * (K1 + 1);
    const column = this.#fields[field];
    for (let at = 0; at < count; at++) {
      const value = held(at);
      if (value === 0) continue;
      const file = files[at]!;
      column[file]! += factor * value / (value + base + slope * lengthIn(field, file, this.index));
    }
  }
}

/** Leaves only the best of many files flagged: those with the highest score as a whole and of their best chunk. */
function keepBest(
  flags: Uint8Array,
  { files: { firstChunk, chunkCount } }: LexicalIndex,
  whole: Float32Array,
  chunks: Float32Array,
): void {
  const files = numbersOf(flags);
  if (files.length <= MOST_CANDIDATES) return;
  const best = Float32Array.from(files, (file) => {
    let most = 0;
    const end = firstChunk[file]! + chunkCount[file]!;
    for (let chunk = firstChunk[file]!; chunk < end; chunk++) {
      if (chunks[chunk]! > most) most = chunks[chunk]!;
    }
    return most;
  });
  const peaks = [
    files.reduce((most, file) => Math.max(most, whole[file]!), 1e-9),
    best.reduce((a, b) => Math.max(a, b), 1e-9),
  ];
  const sums = Float64Array.from(files, (file, at) => whole[file]! / peaks[0]! + best[at]! / peaks[1]!);
  const order = Uint32Array.from(files.keys()).sort((a, b) => sums[b]! - sums[a]! || a - b);
  for (const at of order.subarray(MOST_CANDIDATES)) flags[files[at]!] = 0;
}

/** Places where flags are set, ascending. */
function numbersOf(flags: Uint8Array): Uint32Array {
  const numbers = new Uint32Array(flags.length);
  let count = 0;
  for (let at = 0; at < flags.length; at++) if (flags[at] === 1) numbers[count++] = at;
  return numbers.subarray(0, count);
}
