import type { PathPostings, Postings } from "../../index/lexical_index.ts";
import { type Field, PATH_WEIGHT } from "./norms.ts";

// Loops over postings, chunks and files are plain, without calls: in a repository of 86,000 files they run millions of times
// before anything is compiled, and with callbacks or iterators a first question took 70 ms more.

/** The files that hold one term, with its occurrences in each field. Columns are parallel, in no order. */
export class TermHits {
  readonly files: Uint32Array;
  readonly code: Float32Array;
  readonly doc: Float32Array;
  readonly str: Float32Array;
  readonly def: Float32Array;
  readonly path: Float32Array;
  /** Number of hits. */
  count = 0;
  /** Files that hold the term and were not wanted. */
  #others = 0;
  /** Per file: its place here, -1 if it has none. */
  readonly #placeOf: Int32Array;

  /** @param files of the repository */
  constructor(files: number) {
    const column = (): Float32Array => new Float32Array(files);
    this.files = new Uint32Array(files);
    this.#placeOf = new Int32Array(files).fill(-1);
    [this.code, this.doc, this.str, this.def, this.path] = [column(), column(), column(), column(), column()];
  }

  /** Files that hold the term, wanted or not. */
  get all(): number {
    return this.count + this.#others;
  }

  /** Forgets the term before. */
  clear(): void {
    for (let at = 0; at < this.count; at++) this.#placeOf[this.files[at]!] = -1;
    this.count = this.#others = 0;
  }

  /**
   * Adds the occurrences in chunks.
   *
   * @param fileOf the file of each chunk of the index
   * @param within flags of the files that are wanted; default: all
   */
  add(
    { chunks, tf: { code, doc, str, def } }: Postings,
    { fileOf, within }: { readonly fileOf: Uint32Array; readonly within: Uint8Array | undefined },
  ): void {
    const { code: codes, doc: docs, str: strs, def: defs } = this;
    let [file, at] = [-1, -1];
    for (let p = 0; p < chunks.length; p++) {
      const of = fileOf[chunks[p]!]!;
      // A file's chunks follow each other.
      if (of !== file) {
        file = of;
        const isWanted = within === undefined || within[of] === 1;
        at = isWanted ? this.#place(of) : -1;
        if (!isWanted) this.#others++;
      }
      if (at < 0) continue;
      codes[at]! += code[p]!;
      docs[at]! += doc[p]!;
      strs[at]! += str[p]!;
      defs[at]! += def[p]!;
    }
  }

  /** Adds the occurrences in paths. */
  addPaths({ files, tf }: PathPostings, within: Uint8Array | undefined): void {
    for (let p = 0; p < files.length; p++) {
      const file = files[p]!;
      if (within === undefined || within[file] === 1) this.path[this.#place(file)] = tf[p]!;
      else this.#others++;
    }
  }

  /** Number of files that hold the term, by field; files that were not wanted are taken to be like the others. */
  containing(): Record<Field, number> {
    const held = { full: this.count, code: 0, doc: 0, str: 0, def: 0, path: 0 };
    for (let at = 0; at < this.count; at++) {
      if (this.code[at]! > 0) held.code++;
      if (this.doc[at]! > 0) held.doc++;
      if (this.str[at]! > 0) held.str++;
      if (this.def[at]! > 0) held.def++;
      if (this.path[at]! > 0) held.path++;
    }
    const share = this.all / Math.max(1, this.count);
    for (const field of Object.keys(held) as Field[]) held[field] *= share;
    return held;
  }

  /** Occurrences in a field, by the place of a hit. */
  held(field: Field): (at: number) => number {
    const { code, doc, str, def, path } = this;
    if (field === "full") return (at) => code[at]! + doc[at]! + str[at]! + PATH_WEIGHT * path[at]!;
    const column = { code, doc, str, def, path }[field];
    return (at) => column[at]!;
  }

  #place(file: number): number {
    let at = this.#placeOf[file]!;
    if (at >= 0) return at;
    at = this.#placeOf[file] = this.count++;
    this.files[at] = file;
    this.code[at] =
      this.doc[at] =
      this.str[at] =
      this.def[at] =
      this.path[at] =
        0;
    return at;
  }
}
