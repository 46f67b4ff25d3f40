import type { LexicalIndex, Postings } from "../../index/lexical_index.ts";
import type { QueryViews, View } from "../query/fields.ts";
import { VIEWS } from "../query/fields.ts";
import type { LengthNorm } from "./bm25.ts";
import { K1, rarity } from "./bm25.ts";
import { leaveOut, numbersOf } from "./candidate_files.ts";
import type { ChunkPools } from "./chunk_pools.ts";
import type { ChunkPlaces, ChunkScores } from "./chunk_scores.ts";
import { placesOf } from "./chunk_scores.ts";
import type { Family } from "./families.ts";
import { CHUNK_VIEWS, FAMILIES } from "./families.ts";
import type { FirstScores } from "./first_scores.ts";
import { firstScores, pathsIn, postingsIn } from "./first_scores.ts";
import { lengthIn, normsOf } from "./norms.ts";
import { TermHits } from "./term_hits.ts";
import type { Wanted } from "./wanted.ts";
import { ALL_WANTED } from "./wanted.ts";

/** BM25 of a question over files and chunks, one column per family and view. */
export interface TextScores {
  /**
   * `full_A`, `def_T`, ...: one number per file, of the candidates. Views that weigh the question's terms alike, up to a factor,
   * share a column, views without any term have none.
   */
  readonly files: ReadonlyMap<string, Float32Array>;
  /** Of the candidates' chunks; shared and left out alike. */
  readonly chunks: ReadonlyMap<View, ChunkScores>;
  /** View `W` of every chunk. */
  readonly wholeChunks: Float32Array;
  /** Share of the title's (`T`) and the whole question's (`A`) rarity that stands in a file or its path. */
  readonly coverage: Readonly<Record<"A" | "T", Float32Array>>;
  /** 1 for files that hold a term, in their text or path; of very many the best ones, see `leaveOut`. */
  readonly touched: Uint8Array;
  /** The same as numbers, ascending. */
  readonly candidates: Uint32Array;
  /** 1 for those that are none of the best ones; undefined where all are looked at. */
  readonly leftOut: Uint8Array | undefined;
  /** Rarity of each term among the files, paths included; terms found nowhere have the highest. */
  readonly rarity: ReadonlyMap<string, number>;
  /** The pools of {@link chunks}; see `poolChunks`. */
  readonly pools: Map<ChunkScores, ChunkPools>;
}

/**
 * Scores all files and chunks by the view that favours title and code-like words, which chooses the candidates, and those by
 * the other views.
 *
 * @param wanted views of no feature that counts have no column; those of view `W` always do
 */
export function textScores(
  query: QueryViews,
  index: LexicalIndex,
  wanted: Wanted = ALL_WANTED,
): TextScores {
  index.load(query.terms.keys());
  const first = firstScores(query, index);
  const { touched, whole, chunks: wholeChunks } = first;
  const leftOut = leaveOut(touched, index, whole, wholeChunks);
  const candidates = numbersOf(touched);
  const pass = new Pass(index, {
    first,
    alike: alikeViews(query),
    wanted,
    candidates,
    isPart: leftOut !== undefined,
  });
  for (const [term, weights] of query.terms) pass.take(term, weights);
  return {
    ...pass.finish(),
    wholeChunks,
    touched,
    candidates,
    leftOut,
    rarity: new Map([...query.terms.keys()].map((term) => [term, first.terms.get(term)!.rarity])),
    pools: new Map(),
  };
}

/** Features of a chunk's view: of the definition that it belongs to, and of files by their chunks. */
const OF_CHUNKS = ["chunk", "in", "best", "top3", "top8"] as const;

/** The views of a family that a feature counts of. */
function viewsOf({ id, views }: Family, wanted: Wanted): View[] {
  return views.filter((view) => wanted(`${id}_${view}`) || (id === "full" && view === "W"));
}

function chunkViews(wanted: Wanted): View[] {
  return CHUNK_VIEWS.filter((view) => view === "W" || OF_CHUNKS.some((id) => wanted(`${id}_${view}`)));
}

/**
 * For each view that has terms `W`, or the first one, whose weights are the same up to a factor, which no feature can tell: a
 * short prompt is its own title and its own beginning, and is scored once. `W` has always got a column.
 */
function alikeViews({ terms }: QueryViews): ReadonlyMap<View, View> {
  const alike = new Map<View, View>();
  const first = new Map<string, View>();
  for (const view of ["W", ...VIEWS] as const) {
    const at = VIEWS.indexOf(view);
    const weights = [...terms.values()].map((all) => all[at]!);
    const scale = weights.find((weight) => weight > 0);
    if (scale === undefined && view !== "W") continue;
    const key = weights.map((weight) => scale ? weight / scale : weight).join();
    if (!first.has(key)) first.set(key, view);
    alike.set(view, first.get(key)!);
  }
  return alike;
}

/** The scores of one view. */
interface ViewColumn {
  readonly view: View;
  readonly column: Float32Array;
}

interface Scored {
  readonly family: Family;
  readonly norm: LengthNorm;
  readonly columns: readonly ViewColumn[];
}

/** A view's column with the weight of the current term. */
interface Active {
  readonly column: Float32Array;
  readonly weight: number;
}

function activeOf(columns: readonly ViewColumn[], weights: Float64Array): Active[] {
  const active: Active[] = [];
  for (const { column, view } of columns) {
    const weight = weights[VIEWS.indexOf(view)]!;
    if (weight > 0) active.push({ column, weight });
  }
  return active;
}

interface PassOptions {
  readonly first: FirstScores;
  readonly alike: ReadonlyMap<View, View>;
  readonly wanted: Wanted;
  readonly candidates: Uint32Array;
  /** Whether other files hold terms too. */
  readonly isPart: boolean;
}

/** The pass over the candidates. */
class Pass {
  readonly #index: LexicalIndex;
  readonly #options: PassOptions;
  readonly #hits: TermHits;
  readonly #scored: readonly Scored[];
  readonly #places: ChunkPlaces;
  readonly #chunkColumns: readonly ViewColumn[];
  readonly #coverage: Record<"A" | "T", Float32Array>;
  readonly #total = { A: 0, T: 0 };
  /** Room for what the chunks of a term score. */
  #values = new Float64Array(0);

  constructor(index: LexicalIndex, options: PassOptions) {
    this.#index = index;
    this.#options = options;
    const { wanted, candidates } = options;
    const { count } = index.files;
    const norms = index.lasting.get(normsOf);
    this.#scored = FAMILIES.map((family, i) => ({
      family,
      norm: norms.families[i]!,
      columns: this.#columnsFor(viewsOf(family, wanted), count).filter(({ view }) =>
        family.id !== "full" || view !== "W"
      ),
    }));
    this.#places = placesOf(candidates, index);
    this.#chunkColumns = this.#columnsFor(chunkViews(wanted), this.#places.count)
      .filter(({ view }) => view !== "W");
    this.#coverage = { A: new Float32Array(count), T: new Float32Array(count) };
    this.#hits = new TermHits(count);
  }

  /** Adds one term. */
  take(term: string, weights: Float64Array): void {
    const index = this.#index;
    const hits = this.#hits;
    const { first: { touched, terms }, isPart } = this.#options;
    const { rarity: termRarity, containing } = terms.get(term)!;
    hits.clear();
    const all = index.postings(term);
    const postings = all && (isPart ? postingsIn(touched, all, index).postings : all);
    if (postings) {
      hits.add(postings, index.chunks.file);
      this.#scoreChunks(postings, weights, all.chunks.length);
    }
    const paths = index.pathPostings(term);
    if (paths) hits.addPaths(isPart ? pathsIn(touched, paths) : paths);
    this.#scored.forEach((scored, family) => this.#scoreFiles(scored, weights, containing[family]!));
    this.#cover(termRarity, weights);
  }

  finish(): Pick<TextScores, "files" | "chunks" | "coverage"> {
    const { first, candidates } = this.#options;
    const files = new Map<string, Float32Array>();
    for (const { family, columns } of this.#scored) {
      const all = family.id === "full" ? [...columns, { view: "W" as const, column: first.whole }] : columns;
      for (const [view, column] of this.#byView(family.views, all)) files.set(`${family.id}_${view}`, column);
    }
    const scores = new Map(this.#chunkColumns.map(({ view, column }): [View, ChunkScores] => [
      view,
      { values: column, shifts: this.#places.shifts },
    ]));
    scores.set("W", { values: first.chunks, shifts: undefined });
    const chunks = new Map(CHUNK_VIEWS.flatMap((view): [View, ChunkScores][] => {
      const found = scores.get(this.#options.alike.get(view) ?? view);
      return found && this.#options.alike.has(view) ? [[view, found]] : [];
    }));
    for (const view of ["A", "T"] as const) {
      const total = this.#total[view] || 1;
      const covered = this.#coverage[view];
      for (let at = 0; at < candidates.length; at++) covered[candidates[at]!]! /= total;
    }
    return { files, chunks, coverage: this.#coverage };
  }

  #columnsFor(views: readonly View[], length: number): ViewColumn[] {
    const different = new Set(views.flatMap((view) => this.#options.alike.get(view) ?? []));
    return [...different].map((view) => ({ column: new Float32Array(length), view }));
  }

  #byView(views: readonly View[], columns: readonly ViewColumn[]): [View, Float32Array][] {
    return views.flatMap((view): [View, Float32Array][] => {
      const alike = this.#options.alike.get(view);
      const found = columns.find((one) => one.view === alike);
      return found ? [[view, found.column]] : [];
    });
  }

  #scoreChunks({ chunks, tf: { code, doc, str } }: Postings, weights: Float64Array, frequency: number): void {
    const active = activeOf(this.#chunkColumns, weights);
    if (active.length === 0) return;
    const { file: fileOf, length } = this.#index.chunks;
    const { chunks: { base, slope }, chunksWithText } = this.#index.lasting.get(normsOf);
    const idf = rarity(chunksWithText, frequency) * (K1 + 1);
    const { shifts } = this.#places;
    if (this.#values.length < chunks.length) this.#values = new Float64Array(chunks.length);
    const values = this.#values;
    for (let p = 0; p < chunks.length; p++) {
      const count = code[p]! + doc[p]! + str[p]!;
      values[p] = idf * count / (count + base + slope * length[chunks[p]!]!);
    }
    for (const { column, weight } of active) {
      for (let p = 0; p < chunks.length; p++) {
        const chunk = chunks[p]!;
        column[chunk + shifts[fileOf[chunk]!]!]! += weight * values[p]!;
      }
    }
  }

  #scoreFiles({ family, norm, columns }: Scored, weights: Float64Array, containing: number): void {
    const active = activeOf(columns, weights);
    if (active.length === 0) return;
    const { files, count, code, doc, str, def, path } = this.#hits;
    const values = new Float32Array(count);
    for (let at = 0; at < count; at++) {
      const held = family.code * code[at]! + family.doc * doc[at]! + family.str * str[at]! +
        family.def * def[at]! + family.path * path[at]!;
      if (held === 0) continue;
      values[at] = held / (held + norm.base + norm.slope * lengthIn(family, files[at]!, this.#index));
    }
    const idf = rarity(this.#index.files.count, containing) * (K1 + 1);
    for (const { column, weight } of active) {
      const factor = weight * idf;
      for (let at = 0; at < count; at++) column[files[at]!]! += factor * values[at]!;
    }
  }

  #cover(termRarity: number, weights: Float64Array): void {
    const { files, count } = this.#hits;
    for (const view of ["A", "T"] as const) {
      if (weights[VIEWS.indexOf(view)] === 0) continue;
      this.#total[view] += termRarity;
      for (let at = 0; at < count; at++) this.#coverage[view][files[at]!]! += termRarity;
    }
  }
}
