import { remember } from "../model/memo.ts";

/** Index of a repository's paths by the last segment of their module, and by folder. */

/** File names that represent their folder as a module. */
const FOLDER_FILE =
  /(?:^|\/)(?:index\.(?:(?:d\.)?[cm]?[jt]sx?|vue)|init\.lua|__init__\.pyi?|(?:mod|lib|main)\.rs)$/;
/** First code units of these names: i, l, m, _. */
const MAY_BE_FOLDER_FILE: ReadonlySet<number> = new Set([105, 108, 109, 95]);

/** Finds files by parts of their paths. Paths must be sorted; file numbers ascend. */
export class PathGroups {
  /** Hash table with chaining: a map of lists takes four times as long to build, and few entries are ever queried. */
  readonly #heads: Int32Array;
  readonly #next: Int32Array;
  readonly #inside = new Map<string, readonly number[]>();
  #folders: Map<string, number[]> | undefined;

  constructor(private readonly paths: readonly string[]) {
    const size = 1 << Math.max(4, Math.ceil(Math.log2(paths.length + 1)));
    this.#heads = new Int32Array(size).fill(-1);
    this.#next = new Int32Array(paths.length);
    for (let file = paths.length - 1; file >= 0; file--) {
      const path = paths[file]!;
      const [start, end] = lastSegmentIn(path);
      const slot = hashOf(path, start, end) & (size - 1);
      this.#next[file] = this.#heads[slot]!;
      this.#heads[slot] = file;
    }
  }

  /** Files whose module path ends with this segment. */
  named(segment: string): readonly number[] {
    const found: number[] = [];
    let file = this.#heads[hashOf(segment, 0, segment.length) & (this.#heads.length - 1)]!;
    for (; file >= 0; file = this.#next[file]!) {
      const path = this.paths[file]!;
      const [start, end] = lastSegmentIn(path);
      if (end - start === segment.length && path.startsWith(segment, start)) found.push(file);
    }
    return found;
  }

  /** Files directly in a folder. */
  inFolder(folder: string): readonly number[] {
    return remember(this.#inside, folder, () => this.#findInside(folder));
  }

  /** Skips subfolders by binary search. */
  #findInside(folder: string): readonly number[] {
    const { paths } = this;
    const start = folder === "" ? "" : `${folder}/`;
    const found: number[] = [];
    let file = firstFrom(paths, start);
    while (file < paths.length && paths[file]!.startsWith(start)) {
      const slash = paths[file]!.indexOf("/", start.length);
      if (slash < 0) found.push(file++);
      else file = firstFrom(paths, paths[file]!.slice(0, slash) + BEHIND_SLASH);
    }
    return found;
  }

  /** Folders with files, and the files directly in them. */
  get folders(): ReadonlyMap<string, readonly number[]> {
    if (this.#folders) return this.#folders;
    const folders = this.#folders = new Map<string, number[]>();
    let last = "";
    let list: number[] | undefined;
    this.paths.forEach((path, file) => {
      const slash = Math.max(0, path.lastIndexOf("/"));
      // Consecutive paths mostly share their folder.
      if (list === undefined || slash !== last.length || !path.startsWith(last)) {
        last = path.slice(0, slash);
        list = remember(folders, last, (): number[] => []);
      }
      list.push(file);
    });
    return folders;
  }
}

/** The character that sorts directly after the slash. */
const BEHIND_SLASH = "0";

/** Index of the first path not less than a text. */
function firstFrom(paths: readonly string[], text: string): number {
  let low = 0;
  let high = paths.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (paths[middle]! < text) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The module path as segments, without extension; `a/b/__init__.py` and `a/b/index.ts` are `a/b`. */
export function moduleSegments(path: string): string[] {
  const parts = path.replace(/(?:\.d)?\.[A-Za-z0-9]+$/, "").split("/");
  if (parts.length > 1 && FOLDER_FILE.test(path)) parts.pop();
  return parts;
}

/** An import path without a source file extension and without `/index`. */
export function stripEnding(specifier: string): string {
  const bare = specifier.replace(
    /\.(?:d\.ts|[cm]?[jt]sx?|h|hpp|hh|rb|php|vue|svelte|css|scss|json|dart|zig|gd|sol|nix|psm?1|jl|lua|sh|bash|[rR])$/,
    "",
  );
  return bare.replace(/\/index$/, "");
}

/** Range of the last of {@link moduleSegments} within the path; allocates nothing, because it runs for every file. */
function lastSegmentIn(path: string): readonly [start: number, end: number] {
  const slash = path.lastIndexOf("/");
  if (slash !== -1 && MAY_BE_FOLDER_FILE.has(path.charCodeAt(slash + 1)) && FOLDER_FILE.test(path)) {
    return [path.lastIndexOf("/", slash - 1) + 1, slash];
  }
  const dot = path.indexOf(".", slash + 2);
  const hasTwo = dot !== -1 && path.indexOf(".", dot + 1) >= 0 && /\.\w+\.\w+$/.test(path);
  if (dot !== -1 && !hasTwo) return [slash + 1, dot];
  const end = /(?:\.d)?\.[A-Za-z0-9]+$/.exec(path.slice(slash + 1));
  return [slash + 1, end ? slash + 1 + end.index : path.length];
}

function hashOf(text: string, start: number, end: number): number {
  let hash = 0x811c9dc5;
  for (let at = start; at < end; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return (hash ^ (hash >>> 15)) >>> 0;
}
