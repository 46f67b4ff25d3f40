import type { PathPostings, Postings } from "../../index/lexical_index.ts";
import type { Family } from "./families.ts";

// Loops over postings, chunks and files are plain, without calls: in a repository of 86,000 files they run millions of times
// before anything is compiled, and with callbacks or iterators a first question took 70 ms more.

/** Fields that a family weighs, each with its bit: see {@link TermHits.containing}. */
const FIELDS = ["code", "doc", "str", "def", "path"] as const;

/** The files that hold one term, and how often each holds it in each field. Columns run parallel, in no order. */
export class TermHits {
  readonly files: Uint32Array;
  readonly code: Float32Array;
  readonly doc: Float32Array;
  readonly str: Float32Array;
  readonly def: Float32Array;
  readonly path: Float32Array;
  /** How many there are. */
  count = 0;
  /** Per file: its place here, -1 if it has none. */
  readonly #placeOf: Int32Array;

  /** @param files of the repository */
  constructor(files: number) {
    const column = (): Float32Array => new Float32Array(files);
    this.files = new Uint32Array(files);
    this.#placeOf = new Int32Array(files).fill(-1);
    [this.code, this.doc, this.str, this.def, this.path] = [column(), column(), column(), column(), column()];
  }

  /** Forgets the term before. */
  clear(): void {
    for (let at = 0; at < this.count; at++) this.#placeOf[this.files[at]!] = -1;
    this.count = 0;
  }

  /** Adds what the chunks hold. `fileOf`: the file of each chunk of the index. */
  add({ chunks, tf: { code, doc, str, def } }: Postings, fileOf: Uint32Array): void {
    const { code: codes, doc: docs, str: strs, def: defs } = this;
    let [file, at] = [-1, -1];
    for (let p = 0; p < chunks.length; p++) {
      const of = fileOf[chunks[p]!]!;
      // A file's chunks follow each other.
      if (of !== file) at = this.#place(file = of);
      codes[at]! += code[p]!;
      docs[at]! += doc[p]!;
      strs[at]! += str[p]!;
      defs[at]! += def[p]!;
    }
  }

  /** Adds what the paths hold. */
  addPaths({ files, tf }: PathPostings): void {
    for (let p = 0; p < files.length; p++) this.path[this.#place(files[p]!)] = tf[p]!;
  }

  /** How many files hold the term in a field that a family weighs, for each family. */
  containing(families: readonly Family[]): number[] {
    const { code, doc, str, def, path } = this;
    const held = new Uint32Array(1 << FIELDS.length);
    for (let at = 0; at < this.count; at++) {
      const fields = (code[at]! && 1) | (doc[at]! && 2) | (str[at]! && 4) | (def[at]! && 8) |
        (path[at]! && 16);
      held[fields]!++;
    }
    return families.map((family) => {
      const used = FIELDS.reduce((bits, field, at) => family[field] > 0 ? bits | 1 << at : bits, 0);
      return held.reduce((all, files, fields) => (fields & used) !== 0 ? all + files : all, 0);
    });
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
