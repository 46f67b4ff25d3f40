import type { LexicalIndex } from "../index/lexical_index.ts";

/** Finds the files that an import means. */
export interface ModuleMap {
  /**
   * File numbers a module specifier may stand for, best first, at most 20; empty for one outside the repository.
   *
   * @param from number of the importing file
   */
  resolve(specifier: string, from: number): readonly number[];
  /** Files in the same folder as `file`, itself included. */
  siblings(file: number): readonly number[];
}

/** File names that stand for their folder. */
const FOLDER_FILES = new Set(["index", "__init__", "mod", "lib", "main"]);
const MOST = 20;

/**
 * Maps module specifiers of any language to files by their trailing path segments: `a.b.c`, `crate::a::b`, `a/b`,
 * `A\B\C` and `./b` all become segments, relative ones are joined with the importing folder, the others match the
 * longest suffix of a path. Exact for relative imports; a good guess for the rest, which is what edges' confidence says.
 */
export function createModuleMap(index: LexicalIndex): ModuleMap {
  const { paths } = index.files;
  const stems = new Map<string, number[]>();
  const folders = new Map<string, number[]>();
  paths.forEach((path, file) => {
    push(stems, lastSegment(path), file);
    push(folders, folderOf(path), file);
  });
  const segments = (file: number): readonly string[] => moduleSegments(paths[file] ?? "");
  const cache = new Map<string, readonly number[]>();

  function resolve(specifier: string, from: number): readonly number[] {
    const path = index.files.paths[from] ?? "";
    const key = `${folderOf(path)}\0${specifier}`;
    let found = cache.get(key);
    if (!found) cache.set(key, found = find(specifier, path));
    return found;
  }

  function find(specifier: string, from: string): readonly number[] {
    const relative = relativeSegments(specifier, from);
    if (relative) return exact(relative);
    const wanted = absoluteSegments(specifier);
    return longestSuffix(wanted, from);
  }

  function exact(wanted: readonly string[]): readonly number[] {
    const last = wanted.at(-1);
    if (last === undefined) return [];
    return (stems.get(last) ?? []).filter((file) => same(segments(file), wanted)).slice(0, MOST);
  }

  /** Files whose path ends with most of the wanted segments; a lone segment must be a whole top-level path. */
  function longestSuffix(wanted: readonly string[], from: string): readonly number[] {
    const last = wanted.at(-1);
    if (last === undefined) return [];
    let best = 0;
    let files: number[] = [];
    for (const file of stems.get(last) ?? []) {
      const have = segments(file);
      const length = commonSuffix(have, wanted);
      // All that was asked for, or the whole path of the file below its source folder.
      if (length < wanted.length && (length < have.length || length < 2)) continue;
      if (length > best) [best, files] = [length, [file]];
      else if (length === best) files.push(file);
    }
    if (best === 0) return packageFiles(wanted);
    return byNearness(files, from, index).slice(0, MOST);
  }

  /** A package is a folder: all its files (Go, Java wildcard imports, C# namespaces). */
  function packageFiles(wanted: readonly string[]): readonly number[] {
    if (wanted.length < 2) return [];
    for (let skip = 0; wanted.length - skip >= 1; skip++) {
      const suffix = wanted.slice(skip).join("/");
      for (const [folder, files] of folders) {
        if (folder === suffix || (skip < wanted.length - 1 && folder.endsWith(`/${suffix}`))) {
          return files.slice(0, MOST);
        }
      }
    }
    return [];
  }

  return { resolve, siblings: (file) => folders.get(folderOf(index.files.paths[file] ?? "")) ?? [] };
}

function push(map: Map<string, number[]>, key: string, value: number): void {
  const list = map.get(key);
  if (list) list.push(value);
  else map.set(key, [value]);
}

function folderOf(path: string): string {
  return path.includes("/") ? path.slice(0, path.lastIndexOf("/")) : "";
}

/** Last of {@link moduleSegments}, without making the others: it is asked for every file of the repository. */
function lastSegment(path: string): string {
  const slash = path.lastIndexOf("/");
  const dot = path.indexOf(".", slash + 2);
  const stem = path.slice(slash + 1, dot < 0 ? undefined : dot);
  if (slash < 0 || !FOLDER_FILES.has(stem)) {
    return dot < 0 || /\.\w+\.\w+$/.test(path) ? moduleSegments(path).at(-1) ?? "" : stem;
  }
  return path.slice(path.lastIndexOf("/", slash - 1) + 1, slash);
}

/** The path without its ending; `a/b/__init__.py` and `a/b/index.ts` are `a/b`. */
function moduleSegments(path: string): string[] {
  const parts = path.replace(/(?:\.d)?\.[A-Za-z0-9]+$/, "").split("/");
  if (parts.length > 1 && FOLDER_FILES.has(parts.at(-1) ?? "")) parts.pop();
  return parts;
}

/** Segments from the root for `./x`, `../x`, Python's `..x`, Rust's `super::x` and `self::x`; else undefined. */
function relativeSegments(specifier: string, from: string): string[] | undefined {
  const folder = folderOf(from).split("/").filter((part) => part !== "");
  if (/^\.{1,2}\//.test(specifier) || specifier === "." || specifier === "..") {
    return join(folder, stripEnding(specifier).split("/"));
  }
  const dots = /^(\.+)(.*)$/.exec(specifier);
  if (dots && /\.py[ix]?$/.test(from)) {
    const up = (dots[1] ?? "").length - 1;
    return [
      ...folder.slice(0, folder.length - up),
      ...(dots[2] ?? "").split(".").filter((part) => part !== ""),
    ];
  }
  const rust = /^(self|super)::(.*)$/.exec(specifier);
  if (!rust) return undefined;
  const stem = moduleSegments(from);
  return [...(rust[1] === "self" ? stem : stem.slice(0, -1)), ...(rust[2] ?? "").split("::")];
}

function absoluteSegments(specifier: string): string[] {
  return stripEnding(specifier.replace(/^(?:crate::|@\/|~\/|#)/, "").replace(/^\\/, ""))
    .split(/::|[\\/]|\.(?=[A-Za-z_*])/).filter((part) => part !== "" && part !== "*");
}

function stripEnding(specifier: string): string {
  const bare = specifier.replace(/\.(?:d\.ts|[cm]?[jt]sx?|h|hpp|hh|rb|php|vue|svelte|css|scss|json)$/, "");
  return bare.replace(/\/index$/, "");
}

function join(base: readonly string[], parts: readonly string[]): string[] {
  const result = [...base];
  for (const part of parts) {
    if (part === "..") result.pop();
    else if (part !== "." && part !== "") result.push(part);
  }
  return result;
}

function same(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((part, i) => part === b[i]);
}

function commonSuffix(a: readonly string[], b: readonly string[]): number {
  let length = 0;
  while (length < a.length && length < b.length && a[a.length - 1 - length] === b[b.length - 1 - length]) {
    length++;
  }
  return length;
}

function byNearness(files: readonly number[], from: string, index: LexicalIndex): number[] {
  const near = (file: number): number => commonPrefix(index.files.paths[file] ?? "", from);
  return [...files].sort((a, b) => near(b) - near(a) || a - b);
}

function commonPrefix(a: string, b: string): number {
  let length = 0;
  while (length < a.length && a[length] === b[length]) length++;
  return length;
}
