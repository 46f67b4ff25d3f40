import { tokenize } from "../text/tokens.ts";
import { Column, groupStarts } from "./growing.ts";
import type { PathPostings } from "./lexical_index.ts";
import type { PresentFiles } from "./present_files.ts";
import { sortedOrder } from "./term_table.ts";
import { concat } from "../model/concat.ts";

/** Which paths hold which terms: a small inverted index over the names of files. */
export class PathTerms {
  private constructor(
    /** Sorted. */
    private readonly terms: readonly string[],
    /** Per term: where its files begin in `files`, and behind the last one their number. */
    private readonly starts: Uint32Array,
    /** A file as often as its path holds the term. */
    private readonly files: Uint32Array,
    private readonly lengths: Uint16Array,
    /** Turns the numbers in `files` into those to be given. */
    private readonly present?: PresentFiles,
  ) {}

  static of(paths: readonly string[]): PathTerms {
    const { names, rowTerms, rowFiles, lengths } = collect(paths);
    const order = sortedOrder(names);
    const rank = new Uint32Array(order.length);
    order.forEach((id, at) => rank[id] = at);
    const starts = groupStarts(rowTerms, rank, order.length);
    const next = starts.slice();
    const files = new Uint32Array(rowFiles.length);
    for (let row = 0; row < files.length; row++) {
      files[next[rank[rowTerms.values[row]!]!]!++] = rowFiles.values[row]!;
    }
    return new PathTerms(Array.from(order, (id) => names[id]!), starts, files, lengths);
  }

  /** Inverse of {@link encode}; undefined when it is no index of `fileCount` paths. */
  static decode(stored: Uint8Array, fileCount: number): PathTerms | undefined {
    if (stored.length < 12) return undefined;
    const bytes = stored.slice();
    const [termCount = 0, rowCount = 0, count = 0] = new Uint32Array(bytes.buffer, 0, 3);
    const textStart = 12 + (termCount + 1 + rowCount) * 4 + count * 2;
    if (count !== fileCount || bytes.length < textStart) return undefined;
    const text = new TextDecoder().decode(bytes.subarray(textStart));
    const terms = text === "" ? [] : text.split("\n");
    if (terms.length !== termCount) return undefined;
    const starts = new Uint32Array(bytes.buffer, 12, termCount + 1);
    const files = new Uint32Array(bytes.buffer, 12 + starts.byteLength, rowCount);
    return new PathTerms(terms, starts, files, new Uint16Array(bytes.buffer, textStart - count * 2, count));
  }

  encode(): Uint8Array {
    const head = Uint32Array.of(this.terms.length, this.files.length, this.lengths.length);
    const terms = new TextEncoder().encode(this.terms.join("\n"));
    return concat([head, this.starts, this.files, this.lengths, terms]);
  }

  /** The same without the files that are missing. */
  only(present: PresentFiles): PathTerms {
    return new PathTerms(this.terms, this.starts, this.files, present.column(this.lengths), present);
  }

  postings(term: string): PathPostings | undefined {
    const id = this.#find(term);
    if (id < 0) return undefined;
    const files: number[] = [];
    const tf: number[] = [];
    for (let at = this.starts[id]!; at < this.starts[id + 1]!; at++) {
      const listed = this.files[at]!;
      const file = this.present ? this.present.numberOf(listed) : listed;
      if (file < 0) continue;
      if (files[files.length - 1] === file) tf[tf.length - 1]!++;
      else {
        files.push(file);
        tf.push(1);
      }
    }
    return files.length === 0 ? undefined : { files: Uint32Array.from(files), tf: Uint8Array.from(tf) };
  }

  /** Number of tokens of a path. */
  length(file: number): number {
    return this.lengths[file] ?? 0;
  }

  #find(term: string): number {
    let low = 0;
    let high = this.terms.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.terms[middle]! < term) low = middle + 1;
      else high = middle;
    }
    return this.terms[low] === term ? low : -1;
  }
}

interface Rows {
  readonly names: readonly string[];
  readonly rowTerms: Column;
  readonly rowFiles: Column;
  readonly lengths: Uint16Array;
}

function collect(paths: readonly string[]): Rows {
  const ids = new Map<string, number>();
  const rowTerms = new Column(paths.length * 8 + 1);
  const rowFiles = new Column(paths.length * 8 + 1);
  const lengths = new Uint16Array(paths.length);
  let file = 0;
  const add = (term: string): void => {
    let id = ids.get(term);
    if (id === undefined) ids.set(term, id = ids.size);
    rowTerms.push(id);
    rowFiles.push(file);
    lengths[file]!++;
  };
  // Neighbours share their folders: those are read once.
  let folder = "";
  let folderTerms: string[] = [];
  for (; file < paths.length; file++) {
    const path = paths[file]!;
    const slash = path.lastIndexOf("/") + 1;
    if (slash !== folder.length || !path.startsWith(folder)) {
      folder = path.slice(0, slash);
      folderTerms = [];
      tokenize(folder, (term) => folderTerms.push(term));
    }
    folderTerms.forEach(add);
    tokenize(path.slice(slash), add);
  }
  return { names: [...ids.keys()], rowTerms, rowFiles, lengths };
}
