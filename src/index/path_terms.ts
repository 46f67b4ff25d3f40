import { remember } from "../model/memo.ts";
import { lowerBound } from "../model/lower_bound.ts";
import { tokenize } from "../text/tokens.ts";
import { Column, groupStarts, Names } from "./growing.ts";
import type { PathPostings } from "./lexical_index.ts";
import type { PresentFiles } from "./present_files.ts";
import { sortedOrder } from "./term_table.ts";
import { concat } from "../model/concat.ts";
import type { PathChanges } from "./path_changes.ts";

/** Inverted index from terms to the paths that contain them. */
export class PathTerms {
  private constructor(
    /** Sorted terms. */
    private readonly terms: readonly string[],
    /** Per term: offset of its first entry in `files`; the last entry is the length of `files`. */
    private readonly starts: Uint32Array,
    /** File numbers; a file occurs once per occurrence of the term in its path. */
    private readonly files: Uint32Array,
    private readonly lengths: Uint16Array,
    /** Maps the numbers in `files` to those returned. */
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

  /**
   * Updates the terms of an earlier listing; only new paths are tokenized (86,000 paths take 0.3 s).
   *
   * @param old the terms of the earlier listing
   */
  static changed(old: PathTerms, changes: PathChanges, paths: readonly string[]): PathTerms {
    const own = collect(changes.added.map((file) => paths[file]!));
    const lengths = Uint16Array.from(changes.before, (number) => number < 0 ? 0 : old.lengths[number]!);
    changes.added.forEach((file, at) => lengths[file] = own.lengths[at]!);
    const rows = new Map<string, number[]>();
    for (let row = 0; row < own.rowFiles.length; row++) {
      const term = own.names[own.rowTerms.values[row]!]!;
      const file = changes.added[own.rowFiles.values[row]!]!;
      remember(rows, term, (): number[] => []).push(file);
    }
    const { terms, starts, files } = old;
    return new PathTerms(...mergedRows({ terms, starts, files }, changes, rows), lengths);
  }

  /** Inverse of {@link encode}; undefined if the bytes are not an index of `fileCount` paths. */
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

  /** The index without missing files. */
  only(present: PresentFiles): PathTerms {
    return new PathTerms(this.terms, this.starts, this.files, present.column(this.lengths), present);
  }

  postings(term: string): PathPostings | undefined {
    const id = placeOf(this.terms, term);
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

  /** Number of tokens in a path. */
  length(file: number): number {
    return this.lengths[file] ?? 0;
  }
}

/** Position of a term among sorted ones; -1 if absent. */
function placeOf(terms: readonly string[], term: string): number {
  const at = lowerBound(terms.length, (at) => terms[at]! < term);
  return terms[at] === term ? at : -1;
}

/** Merges the remaining entries of `old` with the new rows, sorted by term and file. */
function mergedRows(
  old: { readonly terms: readonly string[]; readonly starts: Uint32Array; readonly files: Uint32Array },
  { after }: PathChanges,
  rows: ReadonlyMap<string, readonly number[]>,
): [terms: string[], starts: Uint32Array, files: Uint32Array] {
  const others = [...rows.keys()].filter((term) => placeOf(old.terms, term) < 0).sort();
  const added = [...rows.values()].reduce((sum, files) => sum + files.length, 0);
  const files = new Uint32Array(old.files.length + added);
  const terms: string[] = [];
  const starts: number[] = [];
  let count = 0;
  const finish = (term: string, begin: number): void => {
    const own = rows.get(term) ?? [];
    for (const file of own) files[count++] = file;
    if (count === begin) return;
    if (own.length > 0) files.subarray(begin, count).sort();
    terms.push(term);
    starts.push(begin);
  };
  let next = 0;
  for (let id = 0; id < old.terms.length; id++) {
    while (next < others.length && others[next]! < old.terms[id]!) finish(others[next++]!, count);
    const begin = count;
    for (let at = old.starts[id]!; at < old.starts[id + 1]!; at++) {
      const file = after[old.files[at]!]!;
      if (file >= 0) files[count++] = file;
    }
    finish(old.terms[id]!, begin);
  }
  while (next < others.length) finish(others[next++]!, count);
  starts.push(count);
  return [terms, Uint32Array.from(starts), files.slice(0, count)];
}

interface Rows {
  readonly names: readonly string[];
  readonly rowTerms: Column;
  readonly rowFiles: Column;
  readonly lengths: Uint16Array;
}

function collect(paths: readonly string[]): Rows {
  const names = new Names();
  const rowTerms = new Column(paths.length * 8 + 1);
  const rowFiles = new Column(paths.length * 8 + 1);
  const lengths = new Uint16Array(paths.length);
  let file = 0;
  const add = (term: string): void => {
    rowTerms.push(names.number(term));
    rowFiles.push(file);
    lengths[file]!++;
  };
  // Consecutive paths share their folder, which is tokenized once.
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
  return { names: names.list, rowTerms, rowFiles, lengths };
}
