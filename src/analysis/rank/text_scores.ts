import type { LexicalIndex, PathPostings, Postings } from "../index/lexical_index.ts";
import type { QueryViews, View } from "../query/views.ts";
import { VIEWS } from "../query/views.ts";
import { K1, lengthNorms, rarity } from "./bm25.ts";
import type { Family } from "./families.ts";
import { CHUNK_VIEWS, FAMILIES } from "./families.ts";

/** BM25 of a question over files and chunks, one column per family and view. */
export interface TextScores {
  /** `full_A`, `def_T`, ...: one number per file. */
  readonly files: ReadonlyMap<string, Float32Array>;
  /** One number per chunk. */
  readonly chunks: ReadonlyMap<View, Float32Array>;
  /** Share of the title's (`T`) and the whole question's (`A`) rarity that stands in a file or its path. */
  readonly coverage: Readonly<Record<"A" | "T", Float32Array>>;
  /** Rarity of each term among the files, paths included; terms found nowhere have the highest. */
  readonly rarity: ReadonlyMap<string, number>;
}

/** Scores every file and chunk. Each term's postings are decoded once. */
export function textScores(query: QueryViews, index: LexicalIndex): TextScores {
  const pass = new Pass(index);
  index.load(query.terms.keys());
  const rarities = new Map<string, number>();
  for (const [term, weights] of query.terms) rarities.set(term, pass.take(term, weights));
  return pass.finish(rarities);
}

/** The length parts, which depend on the index alone. */
interface Norms {
  readonly families: readonly Float32Array[];
  readonly chunks: Float32Array;
  readonly chunksWithText: number;
}

const known = new WeakMap<LexicalIndex, Norms>();

function normsOf(index: LexicalIndex): Norms {
  let norms = known.get(index);
  if (norms) return norms;
  const { lengths, count } = index.chunks;
  const { code, doc, str } = lengths;
  const chunkLengths = new Float32Array(count);
  let chunksWithText = 0;
  for (let i = 0; i < count; i++) {
    chunkLengths[i] = code[i]! + doc[i]! + str[i]!;
    if (chunkLengths[i]! > 0) chunksWithText++;
  }
  const families = FAMILIES.map((family) => lengthNorms(familyLengths(family, index), family.b));
  known.set(index, norms = { families, chunks: lengthNorms(chunkLengths, 0.75), chunksWithText });
  return norms;
}

interface Scored {
  readonly family: Family;
  readonly norms: Float32Array;
  /** Parallel to the family's views. */
  readonly columns: readonly Float32Array[];
  readonly viewAt: readonly number[];
}

class Pass {
  private readonly scored: Scored[];
  private readonly chunkColumns: Float32Array[];
  private readonly chunkViewAt: number[];
  private readonly chunkNorms: Float32Array;
  private readonly chunksWithText: number;
  private readonly covered: Record<"A" | "T", Float32Array>;
  private readonly total = { A: 0, T: 0 };
  /** The files of the current term, and its counts there. */
  private readonly hits: Uint32Array;
  private readonly counts: Record<"code" | "doc" | "str" | "def" | "path", Float32Array>;
  private readonly hitOf: Int32Array;
  private hitCount = 0;

  constructor(private readonly index: LexicalIndex) {
    const files = index.files.count;
    const column = (): Float32Array => new Float32Array(files);
    const norms = normsOf(index);
    this.scored = FAMILIES.map((family, i) => ({
      family,
      norms: norms.families[i]!,
      columns: family.views.map(column),
      viewAt: family.views.map((view) => VIEWS.indexOf(view)),
    }));
    const { count } = index.chunks;
    this.chunkNorms = norms.chunks;
    this.chunksWithText = norms.chunksWithText;
    this.chunkColumns = CHUNK_VIEWS.map(() => new Float32Array(count));
    this.chunkViewAt = CHUNK_VIEWS.map((view) => VIEWS.indexOf(view));
    this.covered = { A: column(), T: column() };
    this.hits = new Uint32Array(files);
    this.hitOf = new Int32Array(files).fill(-1);
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
      family.views.forEach((view, i) => files.set(`${family.id}_${view}`, columns[i]!));
    }
    for (const view of ["A", "T"] as const) {
      const total = this.total[view] || 1;
      this.covered[view].forEach((value, file, all) => all[file] = value / total);
    }
    const chunks = new Map(CHUNK_VIEWS.map((view, i) => [view, this.chunkColumns[i]!]));
    return { files, chunks, coverage: this.covered, rarity: rarities };
  }

  private hit(file: number): number {
    let at = this.hitOf[file]!;
    if (at >= 0) return at;
    at = this.hitCount++;
    this.hitOf[file] = at;
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
    const fileOf = this.index.chunks.file;
    const active = this.chunkViewAt.flatMap((view, i) =>
      weights[view]! > 0 ? [{ column: this.chunkColumns[i]!, weight: weights[view]! }] : []
    );
    const idf = rarity(this.chunksWithText, chunks.length) * (K1 + 1);
    for (let p = 0; p < chunks.length; p++) {
      const chunk = chunks[p]!;
      const at = this.hit(fileOf[chunk]!);
      const [c, d, s] = [tf.code[p]!, tf.doc[p]!, tf.str[p]!];
      code[at]! += c;
      doc[at]! += d;
      str[at]! += s;
      def[at]! += tf.def[p]!;
      const count = c + d + s;
      const value = idf * count / (count + this.chunkNorms[chunk]!);
      for (const { column, weight } of active) column[chunk]! += weight * value;
    }
  }

  private takePaths({ files, tf }: PathPostings): void {
    for (let p = 0; p < files.length; p++) this.counts.path[this.hit(files[p]!)] = tf[p]!;
  }

  private score({ family, norms, columns, viewAt }: Scored, weights: Float64Array): void {
    const active = viewAt.flatMap((view, i) =>
      weights[view]! > 0 ? [{ column: columns[i]!, weight: weights[view]! }] : []
    );
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
      values[h] = count / (count + norms[this.hits[h]!]!);
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

function familyLengths(family: Family, index: LexicalIndex): Float32Array {
  const { code, doc, str, def } = index.files.lengths;
  return Float32Array.from(
    code,
    (length, file) =>
      family.code * length + family.doc * doc[file]! + family.str * str[file]! + family.def * def[file]! +
      (family.path > 0 ? family.path * index.pathLength(file) : 0),
  );
}
