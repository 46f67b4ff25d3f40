import type { LexicalIndex, PathPostings, Postings } from "../../index/lexical_index.ts";
import type { QueryViews, View } from "../query/fields.ts";
import { VIEWS } from "../query/fields.ts";
import type { LengthNorm } from "./bm25.ts";
import { K1, lengthNorm, rarity } from "./bm25.ts";
import type { ChunkPools } from "./chunk_pools.ts";
import type { Family } from "./families.ts";
import { CHUNK_VIEWS, FAMILIES } from "./families.ts";
import type { Wanted } from "./wanted.ts";
import { ALL_WANTED } from "./wanted.ts";

// Loops over postings, chunks and files are plain, without calls: in a repository of 86,000 files they run millions of times
// before anything is compiled, and with callbacks or iterators a first question took 70 ms more.

/** BM25 of a question over files and chunks, one column per family and view. */
export interface TextScores {
  /**
   * `full_A`, `def_T`, ...: one number per file. Views that weigh the question's terms alike, up to a factor, share a column, views
   * without any term have none.
   */
  readonly files: ReadonlyMap<string, Float32Array>;
  /** One number per chunk; shared and left out alike. */
  readonly chunks: ReadonlyMap<View, Float32Array>;
  /** Share of the title's (`T`) and the whole question's (`A`) rarity that stands in a file or its path. */
  readonly coverage: Readonly<Record<"A" | "T", Float32Array>>;
  /** 1 for files that hold a term, in their text or path; of more than {@link MOST_CANDIDATES} the best ones. */
  readonly touched: Uint8Array;
  /** 1 for those that are none of the best ones; undefined where all are looked at. */
  readonly leftOut: Uint8Array | undefined;
  /** Rarity of each term among the files, paths included; terms found nowhere have the highest. */
  readonly rarity: ReadonlyMap<string, number>;
  /** The pools of {@link chunks} by their column; see `poolChunks`. */
  readonly pools: Map<Float32Array, ChunkPools>;
}

/**
 * Scores every file and chunk. Each term's postings are decoded once.
 *
 * @param wanted views of no feature that counts have no column; those of view `W` always do
 */
export function textScores(
  query: QueryViews,
  index: LexicalIndex,
  wanted: Wanted = ALL_WANTED,
): TextScores {
  const pass = new Pass(index, alikeViews(query), wanted);
  index.load(query.terms.keys());
  const rarities = new Map<string, number>();
  for (const [term, weights] of query.terms) rarities.set(term, pass.take(term, weights));
  return pass.finish(rarities);
}

/** Files that are scored in full; the others' first scores are too low for a place among the best. */
const MOST_CANDIDATES = 8000;

/** Features of a chunk's view: of the definition that it belongs to, and of files by their chunks. */
const OF_CHUNKS = ["chunk", "in", "best", "top3", "top8"] as const;

/** The views of a family that a feature counts of; `full_W` chooses the candidates. */
function viewsOf({ id, views }: Family, wanted: Wanted): View[] {
  return views.filter((view) => wanted(`${id}_${view}`) || (id === "full" && view === "W"));
}

function chunkViews(wanted: Wanted): View[] {
  return CHUNK_VIEWS.filter((view) => view === "W" || OF_CHUNKS.some((id) => wanted(`${id}_${view}`)));
}

/** What depends on the index alone. */
interface Norms {
  /** Parallel to {@link FAMILIES}. */
  readonly families: readonly LengthNorm[];
  readonly chunks: LengthNorm;
  readonly chunksWithText: number;
}

function normsOf(index: LexicalIndex): Norms {
  const { length } = index.chunks;
  let sum = 0;
  let chunksWithText = 0;
  for (let chunk = 0; chunk < length.length; chunk++) {
    sum += length[chunk]!;
    if (length[chunk]! > 0) chunksWithText++;
  }
  return { families: familyNorms(index), chunks: lengthNorm(sum, chunksWithText, 0.75), chunksWithText };
}

/** One pass over the files: the lengths of a family are sums of those of the fields. */
function familyNorms(index: LexicalIndex): LengthNorm[] {
  const { count, lengths: { code, doc, str, def } } = index.files;
  const sums = { code: 0, doc: 0, str: 0, def: 0, path: 0 };
  const held = new Uint32Array(1 << FIELDS.length);
  for (let file = 0; file < count; file++) {
    const path = index.pathLength(file);
    sums.code += code[file]!;
    sums.doc += doc[file]!;
    sums.str += str[file]!;
    sums.def += def[file]!;
    sums.path += path;
    const fields = (code[file]! && 1) | (doc[file]! && 2) | (str[file]! && 4) | (def[file]! && 8) |
      (path && 16);
    held[fields]!++;
  }
  return FAMILIES.map((family) => {
    const used = FIELDS.reduce((bits, field, at) => family[field] > 0 ? bits | 1 << at : bits, 0);
    const sum = FIELDS.reduce((all, field) => all + family[field] * sums[field], 0);
    const filled = held.reduce((all, files, fields) => (fields & used) !== 0 ? all + files : all, 0);
    return lengthNorm(sum, filled, family.b);
  });
}

/** What families weigh, by the bits of the combinations that files hold. */
const FIELDS = ["code", "doc", "str", "def", "path"] as const;

/** Length of a file as a document of the family. */
function lengthIn(family: Family, file: number, index: LexicalIndex): number {
  const { code, doc, str, def } = index.files.lengths;
  return family.code * code[file]! + family.doc * doc[file]! + family.str * str[file]! +
    family.def * def[file]! + family.path * index.pathLength(file);
}

/**
 * For each view that has terms the first one whose weights are the same up to a factor, which no feature can tell: a
 * short prompt is its own title and its own beginning, and is scored once. `W` has always got a column.
 */
function alikeViews({ terms }: QueryViews): ReadonlyMap<View, View> {
  const alike = new Map<View, View>();
  const first = new Map<string, View>();
  VIEWS.forEach((view, at) => {
    const weights = [...terms.values()].map((all) => all[at]!);
    const scale = weights.find((weight) => weight > 0);
    if (scale === undefined && view !== "W") return;
    const key = weights.map((weight) => scale ? weight / scale : weight).join();
    if (!first.has(key)) first.set(key, view);
    alike.set(view, first.get(key)!);
  });
  return alike;
}

/**
 * Leaves only the best of many files touched: those with the highest score as a whole and of their best chunk, each by the
 * highest of all. Returns those left out, which `whole` does not count any more.
 */
function leaveOut(
  touched: Uint8Array,
  { files: { firstChunk, chunkCount } }: LexicalIndex,
  whole: Float32Array,
  chunks: Float32Array,
): Uint8Array | undefined {
  const files: number[] = [];
  for (let file = 0; file < touched.length; file++) if (touched[file] === 1) files.push(file);
  if (files.length <= MOST_CANDIDATES) return undefined;
  const best = new Float32Array(files.length);
  for (let at = 0; at < files.length; at++) {
    let most = 0;
    const first = firstChunk[files[at]!]!;
    const end = first + chunkCount[files[at]!]!;
    for (let chunk = first; chunk < end; chunk++) if (chunks[chunk]! > most) most = chunks[chunk]!;
    best[at] = most;
  }
  const [peak, peakOfBest] = [highestOf(whole), highestOf(best)];
  const sums = new Float64Array(files.length);
  for (let at = 0; at < files.length; at++) {
    sums[at] = whole[files[at]!]! / peak + best[at]! / peakOfBest;
  }
  const sorted = sums.slice().sort();
  const least = sorted[sums.length - MOST_CANDIDATES]!;
  // Of equal ones the first.
  let equals = MOST_CANDIDATES - (sums.length - sorted.findLastIndex((sum) => sum <= least) - 1);
  const leftOut = new Uint8Array(touched.length);
  files.forEach((file, at) => {
    if (sums[at]! > least || (sums[at] === least && equals-- > 0)) return;
    leftOut[file] = 1;
    touched[file] = whole[file] = 0;
  });
  return leftOut;
}

function highestOf(values: Float32Array): number {
  let highest = 1e-9;
  for (let at = 0; at < values.length; at++) if (values[at]! > highest) highest = values[at]!;
  return highest;
}

interface Scored {
  readonly family: Family;
  readonly norm: LengthNorm;
  readonly columns: readonly ViewColumn[];
}

/** The scores of one view. */
interface ViewColumn {
  readonly column: Float32Array;
  /** Place of the view in {@link VIEWS}. */
  readonly at: number;
}

/** A view's column with the weight of the current term. */
interface Active {
  readonly column: Float32Array;
  readonly weight: number;
}

function activeOf(columns: readonly ViewColumn[], weights: Float64Array): Active[] {
  const active: Active[] = [];
  for (const { column, at } of columns) if (weights[at]! > 0) active.push({ column, weight: weights[at]! });
  return active;
}

class Pass {
  private readonly scored: Scored[];
  private readonly chunkColumns: readonly ViewColumn[];
  private readonly chunkNorm: LengthNorm;
  private readonly chunksWithText: number;
  private readonly covered: Record<"A" | "T", Float32Array>;
  private readonly total = { A: 0, T: 0 };
  /** The files of the current term, and its counts there. */
  private readonly hits: Uint32Array;
  private readonly counts: Record<"code" | "doc" | "str" | "def" | "path", Float32Array>;
  private readonly hitOf: Int32Array;
  private readonly touched: Uint8Array;
  private hitCount = 0;
  /** Room for what the chunks of a term score. */
  private values = new Float64Array(0);

  constructor(
    private readonly index: LexicalIndex,
    private readonly alike: ReadonlyMap<View, View>,
    wanted: Wanted,
  ) {
    const files = index.files.count;
    const column = (): Float32Array => new Float32Array(files);
    const norms = index.lasting.get(normsOf);
    this.scored = FAMILIES.map((family, i) => ({
      family,
      norm: norms.families[i]!,
      columns: this.columnsFor(viewsOf(family, wanted), files),
    }));
    const { count } = index.chunks;
    this.chunkNorm = norms.chunks;
    this.chunksWithText = norms.chunksWithText;
    this.chunkColumns = this.columnsFor(chunkViews(wanted), count);
    this.covered = { A: column(), T: column() };
    this.hits = new Uint32Array(files);
    this.hitOf = new Int32Array(files).fill(-1);
    this.touched = new Uint8Array(files);
    this.counts = { code: column(), doc: column(), str: column(), def: column(), path: column() };
  }

  /** Adds one term; its rarity among the files. */
  take(term: string, weights: Float64Array): number {
    this.hitCount = 0;
    const postings = this.index.postings(term);
    if (postings) this.takeChunks(postings, weights);
    const paths = this.index.pathPostings(term);
    if (paths) this.takePaths(paths);
    for (const scored of this.scored) this.score(scored, weights);
    const idf = rarity(this.index.files.count, this.hitCount);
    this.cover(idf, weights);
    for (let h = 0; h < this.hitCount; h++) this.hitOf[this.hits[h]!] = -1;
    return idf;
  }

  finish(rarities: ReadonlyMap<string, number>): TextScores {
    const files = new Map<string, Float32Array>();
    for (const { family, columns } of this.scored) {
      for (const [view, column] of this.byView(family.views, columns)) {
        files.set(`${family.id}_${view}`, column);
      }
    }
    for (const view of ["A", "T"] as const) {
      const total = this.total[view] || 1;
      const covered = this.covered[view];
      for (let file = 0; file < covered.length; file++) if (covered[file]! > 0) covered[file]! /= total;
    }
    const chunks = new Map(this.byView(CHUNK_VIEWS, this.chunkColumns));
    const leftOut = leaveOut(this.touched, this.index, files.get("full_W")!, chunks.get("W")!);
    const { covered: coverage, touched } = this;
    return { files, chunks, coverage, touched, leftOut, rarity: rarities, pools: new Map() };
  }

  private columnsFor(views: readonly View[], length: number): ViewColumn[] {
    const different = new Set(views.flatMap((view) => this.alike.get(view) ?? []));
    return [...different].map((view) => ({ column: new Float32Array(length), at: VIEWS.indexOf(view) }));
  }

  private byView(views: readonly View[], columns: readonly ViewColumn[]): [View, Float32Array][] {
    return views.flatMap((view): [View, Float32Array][] => {
      const alike = this.alike.get(view);
      const found = columns.find(({ at }) => VIEWS[at] === alike);
      return found ? [[view, found.column]] : [];
    });
  }

  private hit(file: number): number {
    let at = this.hitOf[file]!;
    if (at >= 0) return at;
    at = this.hitCount++;
    this.hitOf[file] = at;
    this.touched[file] = 1;
    this.hits[at] = file;
    const { code, doc, str, def, path } = this.counts;
    code[at] =
      doc[at] =
      str[at] =
      def[at] =
      path[at] =
        0;
    return at;
  }

  private takeChunks({ chunks, tf }: Postings, weights: Float64Array): void {
    const { code, doc, str, def } = this.counts;
    const { file: fileOf, length } = this.index.chunks;
    const { base, slope } = this.chunkNorm;
    const active = activeOf(this.chunkColumns, weights);
    const idf = rarity(this.chunksWithText, chunks.length) * (K1 + 1);
    const { code: codes, doc: docs, str: strs, def: defs } = tf;
    const isScored = active.length > 0;
    if (this.values.length < chunks.length) this.values = new Float64Array(chunks.length);
    const { values } = this;
    let [file, at] = [-1, -1];
    for (let p = 0; p < chunks.length; p++) {
      const chunk = chunks[p]!;
      // A file's chunks follow each other.
      if (fileOf[chunk]! !== file) at = this.hit(file = fileOf[chunk]!);
      const c = codes[p]!;
      const d = docs[p]!;
      const s = strs[p]!;
      code[at]! += c;
      doc[at]! += d;
      str[at]! += s;
      def[at]! += defs[p]!;
      const count = c + d + s;
      if (isScored) values[p] = idf * count / (count + base + slope * length[chunk]!);
    }
    for (const { column, weight } of active) {
      for (let p = 0; p < chunks.length; p++) column[chunks[p]!]! += weight * values[p]!;
    }
  }

  private takePaths({ files, tf }: PathPostings): void {
    for (let p = 0; p < files.length; p++) this.counts.path[this.hit(files[p]!)] = tf[p]!;
  }

  private score({ family, norm, columns }: Scored, weights: Float64Array): void {
    const active = activeOf(columns, weights);
    if (active.length === 0) return;
    const { code, doc, str, def, path } = this.counts;
    const values = new Float32Array(this.hitCount);
    let containing = 0;
    for (let h = 0; h < this.hitCount; h++) {
      const count = family.code * code[h]! + family.doc * doc[h]! + family.str * str[h]! +
        family.def * def[h]! +
        family.path * path[h]!;
      if (count === 0) continue;
      containing++;
      values[h] = count / (count + norm.base + norm.slope * lengthIn(family, this.hits[h]!, this.index));
    }
    const idf = rarity(this.index.files.count, containing) * (K1 + 1);
    for (const { column, weight } of active) {
      const factor = weight * idf;
      for (let h = 0; h < this.hitCount; h++) column[this.hits[h]!]! += factor * values[h]!;
    }
  }

  private cover(idf: number, weights: Float64Array): void {
    for (const view of ["A", "T"] as const) {
      if (weights[VIEWS.indexOf(view)] === 0) continue;
      this.total[view] += idf;
      for (let h = 0; h < this.hitCount; h++) this.covered[view][this.hits[h]!]! += idf;
    }
  }
}
