import type { LexicalIndex, PathPostings, Postings } from "../../index/lexical_index.ts";
import type { QueryViews, View } from "../query/fields.ts";
import { VIEWS } from "../query/fields.ts";
import type { LengthNorm } from "./bm25.ts";
import { postingColumns } from "../../index/postings_codec.ts";
import { K1, rarity } from "./bm25.ts";
import { leaveOut, numbersOf } from "./candidate_files.ts";
import { lengthIn, normsOf } from "./norms.ts";
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
  /** The same as numbers, ascending. */
  readonly candidates: Uint32Array;
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
  for (const [term, weights] of strongestFirst(query, index)) rarities.set(term, pass.take(term, weights));
  return pass.finish(rarities);
}

/** Once so many files hold stronger terms, a frequent one counts in those alone (as in MaxScore: Turtle and Flood, 1995). */
const ENOUGH_FILES = 8000;
/** Postings of a frequent term. */
const FREQUENT = 5000;

/** The terms of a question; in a large repository those first that can add most to a score. */
function strongestFirst({ terms }: QueryViews, index: LexicalIndex): Iterable<[string, Float64Array]> {
  if (index.files.count <= ENOUGH_FILES) return terms;
  const at = VIEWS.indexOf("W");
  const most = ([term, weights]: [string, Float64Array]): number =>
    weights[at]! * rarity(index.chunks.count, index.chunkFrequency(term));
  return [...terms].map((term) => ({ term, most: most(term) })).sort((a, b) => b.most - a.most)
    .map(({ term }) => term);
}

/** Features of a chunk's view: of the definition that it belongs to, and of files by their chunks. */
const OF_CHUNKS = ["chunk", "in", "best", "top3", "top8"] as const;

/** The views of a family that a feature counts of; `full_W` chooses the candidates. */
function viewsOf({ id, views }: Family, wanted: Wanted): View[] {
  return views.filter((view) => wanted(`${id}_${view}`) || (id === "full" && view === "W"));
}

function chunkViews(wanted: Wanted): View[] {
  return CHUNK_VIEWS.filter((view) => view === "W" || OF_CHUNKS.some((id) => wanted(`${id}_${view}`)));
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
  private touchedCount = 0;
  /** Whether the current term counts in files alone that hold an earlier one, and how many others hold it. */
  private isBounded = false;
  private others = 0;
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
    this.hitCount = this.others = 0;
    const postings = this.index.postings(term);
    const paths = this.index.pathPostings(term);
    this.isBounded = this.touchedCount >= ENOUGH_FILES &&
      Math.max(postings?.chunks.length ?? 0, paths?.files.length ?? 0) > FREQUENT;
    if (postings) {
      this.takeChunks(this.isBounded ? this.inTouched(postings) : postings, weights, postings.chunks.length);
    }
    if (paths) this.takePaths(paths);
    for (const scored of this.scored) this.score(scored, weights);
    const idf = rarity(this.index.files.count, this.hitCount + this.others);
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
    const chunks = new Map(this.byView(CHUNK_VIEWS, this.chunkColumns));
    const leftOut = leaveOut(this.touched, this.index, files.get("full_W")!, chunks.get("W")!);
    const { covered: coverage, touched } = this;
    const candidates = numbersOf(touched);
    for (const view of ["A", "T"] as const) {
      const total = this.total[view] || 1;
      const covered = coverage[view];
      for (let at = 0; at < candidates.length; at++) covered[candidates[at]!]! /= total;
    }
    return { files, chunks, coverage, touched, candidates, leftOut, rarity: rarities, pools: new Map() };
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
    this.touchedCount += 1 - this.touched[file]!;
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

  /** The postings in files that hold an earlier term; of the other files they are counted. */
  private inTouched({ chunks, tf: { code, doc, str, def } }: Postings): Postings {
    const { file: fileOf } = this.index.chunks;
    const { touched } = this;
    const rows = new Uint32Array(chunks.length);
    let [count, other] = [0, -1];
    for (let p = 0; p < chunks.length; p++) {
      const file = fileOf[chunks[p]!]!;
      if (touched[file] === 1) rows[count++] = p;
      else if (file !== other) {
        other = file;
        this.others++;
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
    return { chunks: kept.chunks, tf: kept };
  }

  private takeChunks({ chunks, tf }: Postings, weights: Float64Array, frequency: number): void {
    const { code, doc, str, def } = this.counts;
    const { file: fileOf, length } = this.index.chunks;
    const { base, slope } = this.chunkNorm;
    const active = activeOf(this.chunkColumns, weights);
    const idf = rarity(this.chunksWithText, frequency) * (K1 + 1);
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
    for (let p = 0; p < files.length; p++) {
      if (this.isBounded && this.touched[files[p]!] === 0) this.others++;
      else this.counts.path[this.hit(files[p]!)] = tf[p]!;
    }
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
    // What other files hold of a bounded term is like what these do.
    const everywhere = containing * (1 + this.others / Math.max(1, this.hitCount));
    const idf = rarity(this.index.files.count, everywhere) * (K1 + 1);
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
