import { tokenize } from "../text/tokens.ts";
import { Column, groupStarts } from "./growing.ts";
import type { PathPostings } from "./lexical_index.ts";

/** Which paths hold which terms. Made when first asked for. */
export class PathTerms {
  #made: Made | undefined;

  constructor(private readonly paths: readonly string[]) {}

  postings(term: string): PathPostings | undefined {
    const made = this.#all();
    const id = made.ids.get(term);
    if (id === undefined) return undefined;
    const files: number[] = [];
    const tf: number[] = [];
    for (let at = made.starts[id]!; at < made.starts[id + 1]!; at++) {
      const file = made.files[at]!;
      if (files[files.length - 1] === file) tf[tf.length - 1]!++;
      else {
        files.push(file);
        tf.push(1);
      }
    }
    return { files: Uint32Array.from(files), tf: Uint8Array.from(tf) };
  }

  /** Number of tokens of a path. */
  length(file: number): number {
    return this.#all().lengths[file] ?? 0;
  }

  #all(): Made {
    return this.#made ??= make(this.paths);
  }
}

interface Made {
  readonly ids: ReadonlyMap<string, number>;
  /** Per term: where its files begin in `files`. */
  readonly starts: Uint32Array;
  readonly files: Uint32Array;
  readonly lengths: Uint16Array;
}

function make(paths: readonly string[]): Made {
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
  const rank = Uint32Array.from({ length: ids.size }, (_, id) => id);
  const starts = groupStarts(rowTerms, rank, ids.size);
  const next = starts.slice();
  const files = new Uint32Array(rowFiles.length);
  for (let row = 0; row < files.length; row++) files[next[rowTerms.values[row]!]!++] = rowFiles.values[row]!;
  return { ids, starts, files, lengths };
}
