import type { LexicalIndex } from "../index/lexical_index.ts";
import { manifestsOf } from "./manifests.ts";
import { folderOf, moduleSegments, PathGroups } from "./path_groups.ts";

/** Finds the files that an import means. */
export interface ModuleMap {
  /**
   * File numbers a module specifier may stand for, best first, at most 20; empty for one outside the repository.
   *
   * @param from number of the importing file
   */
  resolve(specifier: string, from: number): readonly number[];
  /** Whether a specifier stands for something of the repository: it is relative, or a manifest names it. */
  isOwn(specifier: string, from: number): boolean;
  /** The path from the root that a relative specifier says; undefined for any other. */
  relativePath(specifier: string, from: number): string | undefined;
  /** Files in the same folder as `file`, itself included. */
  siblings(file: number): readonly number[];
}

const MOST = 20;
/** Files that are asked what they import, to learn the path of a module of Go. */
const MOST_ASKED = 100;

/**
 * Maps module specifiers of any language to files by their trailing path segments: `a.b.c`, `crate::a::b`, `a/b`,
 * `A\B\C` and `./b` all become segments, relative ones are joined with the importing folder, the others match the
 * longest suffix of a path. Exact for relative imports; a good guess for the rest, which is what edges' confidence says.
 */
export function createModuleMap(index: LexicalIndex): ModuleMap {
  const { paths } = index.files;
  const groups = new PathGroups(paths);
  const segments = (file: number): readonly string[] => moduleSegments(paths[file] ?? "");
  const cache = new Map<string, readonly number[]>();
  const suffixes = new Map<string, readonly number[]>();
  const manifests = manifestsOf(index);
  let goModule: string | undefined;
  let packageFolders: Map<string, readonly string[]> | undefined;
  let byName: Map<string, string[]> | undefined;

  function resolve(specifier: string, from: number): readonly number[] {
    const path = index.files.paths[from] ?? "";
    const key = `${folderOf(path)}\0${specifier}`;
    let found = cache.get(key);
    if (!found) cache.set(key, found = find(specifier, path));
    return found;
  }

  function find(specifier: string, from: string): readonly number[] {
    const relative = relativeSegments(specifier, from);
    if (relative) {
      const files = exact(relative);
      // A test or example of Rust is the root of its crate: its modules lie beside it.
      const beside = files.length === 0 && from.endsWith(".rs") && /^self::(\w+)$/.exec(specifier)?.[1];
      if (beside) return exact([...folderOf(from).split("/"), beside].filter((part) => part !== ""));
      return files.length > 0 || !SCRIPT.test(from) ? files : firstOf(manifests.entries(relative.join("/")));
    }
    // In a module within a file, `super` is the file.
    if (from.endsWith(".rs") && /^(?:super|self)$/.test(specifier)) {
      const own = index.files.numberOf(from);
      return [...(own === undefined ? [] : [own]), ...exact(moduleSegments(from).slice(0, -1))];
    }
    if (from.endsWith(".go")) return goPackage(specifier);
    const named = firstOf(manifests.targets(specifier, from));
    if (named.length > 0) return named;
    const inside = SCRIPT.test(from)
      ? workspaceFiles(specifier)
      : from.endsWith(".rs")
      ? crateFiles(specifier, from)
      : [];
    if (inside.length > 0) return inside;
    const wanted = absoluteSegments(specifier);
    return longestSuffix(wanted, from);
  }

  function exact(wanted: readonly string[]): readonly number[] {
    const last = wanted.at(-1);
    // The folder at the top has no name, only an index.
    if (last === undefined) return exact(["index"]);
    return groups.named(last).filter((file) => same(segments(file), wanted)).slice(0, MOST);
  }

  function firstOf(all: readonly string[]): readonly number[] {
    for (const path of all) {
      const files = atPath(path);
      if (files.length > 0) return files;
    }
    return [];
  }

  /** The file of a path with its ending, without it, or with that of another language. */
  function atPath(path: string): readonly number[] {
    const file = index.files.numberOf(path);
    if (file !== undefined) return [file];
    const files = exact(stripEnding(path).split("/").filter((part) => part !== ""));
    return files.length > 0 ? files : packageIn(path);
  }

  /** The files of a package of Java, which is a folder. */
  function packageIn(folder: string): readonly number[] {
    const files = groups.inFolder(folder);
    return files.some((file) => JVM.test(paths[file]!)) ? files.slice(0, MOST) : [];
  }

  /** `@scope/name/sub`, `name`: the entry of a package that lies in the repository, in a folder called like it. */
  function workspaceFiles(specifier: string): readonly number[] {
    const [, scope, name, rest] = /^(?:@([\w.-]+)\/)?([\w.-]+)(?:\/(.+))?$/.exec(specifier) ?? [];
    if (name === undefined) return [];
    for (const folder of packages().get(name) ?? packages().get(`${scope}-${name}`) ?? []) {
      const inner = rest === undefined ? [] : stripEnding(rest).split("/");
      for (const source of [["src"], [], ["lib"], ["source"]]) {
        const files = exact([...folder.split("/"), ...source, ...inner].filter((part) => part !== ""));
        if (files.length > 0) return files;
      }
    }
    return [];
  }

  /** `crate::a::b` in the crate of the using file, `other_crate::a::b` in one that lies in the repository. */
  function crateFiles(specifier: string, from: string): readonly number[] {
    const [first = "", ...rest] = specifier.split("::").filter((part) => part !== "*");
    const named = packages().get(first) ?? packages().get(first.replaceAll("_", "-")) ?? [];
    for (const folder of first === "crate" ? [crateOf(from)] : named) {
      const files = exact([...folder.split("/"), "src", ...rest].filter((part) => part !== ""));
      if (files.length > 0) return files;
    }
    return [];
  }

  /** The files of a package of Go: below the module's own path exactly, else by its last segments. */
  function goPackage(specifier: string): readonly number[] {
    const folder = manifests.goFolder(specifier);
    if (folder !== undefined) return sourcesIn(folder);
    goModule ??= findGoModule();
    if (goModule !== "" && specifier === goModule) return sourcesIn("");
    if (goModule !== "" && specifier.startsWith(`${goModule}/`)) {
      return sourcesIn(specifier.slice(goModule.length + 1));
    }
    const parts = specifier.split("/");
    for (let skip = 1; skip < parts.length; skip++) {
      const files = sourcesIn(parts.slice(skip).join("/"));
      if (files.length > 0) return files;
    }
    return [];
  }

  function sourcesIn(folder: string): readonly number[] {
    return groups.inFolder(folder).filter((file) => paths[file]!.endsWith(".go"));
  }

  /** The path that most imports of the repository's own folders begin with; "" without any. */
  function findGoModule(): string {
    const votes = new Map<string, number>();
    const sources = paths.flatMap((path, file) => path.endsWith(".go") ? [file] : []);
    for (const file of sources.slice(0, MOST_ASKED)) {
      for (const { module } of index.parsed(file)?.imports ?? []) {
        const parts = module.split("/");
        for (let skip = 2; skip < parts.length; skip++) {
          if (!groups.folders.has(parts.slice(skip).join("/"))) continue;
          const prefix = parts.slice(0, skip).join("/");
          votes.set(prefix, (votes.get(prefix) ?? 0) + 1);
          break;
        }
      }
    }
    return [...votes].sort((a, b) => b[1] - a[1])[0]?.[0] ?? "";
  }

  /** The nearest folder above with a manifest. */
  function crateOf(path: string): string {
    let folder = folderOf(path);
    while (folder !== "" && index.files.numberOf(`${folder}/Cargo.toml`) === undefined) {
      folder = folderOf(folder);
    }
    return folder;
  }

  /** Folders with a manifest by their names. */
  function packages(): ReadonlyMap<string, readonly string[]> {
    if (packageFolders) return packageFolders;
    packageFolders = new Map();
    for (const folder of groups.folders.keys()) {
      const holds = (manifest: string): boolean =>
        index.files.numberOf(`${folder}/${manifest}`) !== undefined;
      if (folder === "" || !(holds("package.json") || holds("Cargo.toml"))) continue;
      const name = folder.slice(folder.lastIndexOf("/") + 1);
      packageFolders.set(name, [...packageFolders.get(name) ?? [], folder]);
    }
    return packageFolders;
  }

  /** Files whose path ends with most of the wanted segments, else a folder's that does. */
  function longestSuffix(wanted: readonly string[], from: string): readonly number[] {
    if (wanted.length === 0) return [];
    const key = wanted.join("/");
    let files = suffixes.get(key);
    if (!files) suffixes.set(key, files = withSuffix(wanted));
    return files.length > 0 ? byNearness(files, from, index).slice(0, MOST) : packageFiles(wanted);
  }

  /** A lone segment must be a whole top-level path. */
  function withSuffix(wanted: readonly string[]): readonly number[] {
    let best = 0;
    let files: number[] = [];
    for (const file of groups.named(wanted.at(-1)!)) {
      const have = segments(file);
      const length = commonSuffix(have, wanted);
      // All that was asked for, or the whole path of the file below its source folder.
      if (length < wanted.length && (length < have.length || length < 2)) continue;
      if (length > best) [best, files] = [length, [file]];
      else if (length === best) files.push(file);
    }
    return files;
  }

  /** A package is a folder: all its files (Go, Java wildcard imports, C# namespaces). */
  function packageFiles(wanted: readonly string[]): readonly number[] {
    if (wanted.length < 2) return [];
    const alike = foldersNamed(wanted.at(-1)!);
    for (let skip = 0; alike.length > 0 && wanted.length - skip >= 1; skip++) {
      const suffix = wanted.slice(skip).join("/");
      const ending = `/${suffix}`;
      const found = alike.find((folder) =>
        folder === suffix || (skip < wanted.length - 1 && folder.endsWith(ending))
      );
      if (found !== undefined) return groups.inFolder(found).slice(0, MOST);
    }
    return [];
  }

  /** Most specifiers stand for packages from outside: those are told by their last name. */
  function foldersNamed(name: string): readonly string[] {
    if (!byName) {
      byName = new Map();
      for (const folder of groups.folders.keys()) {
        push(byName, folder.slice(folder.lastIndexOf("/") + 1), folder);
      }
    }
    return byName.get(name) ?? [];
  }

  return {
    resolve,
    isOwn: (specifier, from) =>
      relativeSegments(specifier, paths[from] ?? "") !== undefined ||
      manifests.isOwn(specifier, paths[from] ?? ""),
    relativePath: (specifier, from) => relativeParts(specifier, paths[from] ?? "")?.join("/"),
    siblings: (file) => groups.inFolder(folderOf(paths[file] ?? "")),
  };
}

function push<T>(map: Map<string, T[]>, key: string, value: T): void {
  const list = map.get(key);
  if (list) list.push(value);
  else map.set(key, [value]);
}

/** A module within a module, in the spelling of the first. */
export function joinModule(module: string, names: readonly string[]): string {
  const separator = module.includes("::")
    ? "::"
    : module.includes("/")
    ? "/"
    : module.includes("\\")
    ? "\\"
    : ".";
  return names.reduce((path, name) => path.endsWith(".") ? path + name : path + separator + name, module);
}

/** Files of a language with packages. */
const JVM = /\.(?:java|kt|scala|groovy)$/;

/** Files that import from packages by name. */
const SCRIPT = /\.(?:[cm]?[jt]sx?|vue|svelte)$/;

/** Segments from the root for `./x`, `../x`, Python's `..x`, Rust's `super::x` and `self::x`; else undefined. */
function relativeSegments(specifier: string, from: string): string[] | undefined {
  return relativeParts(/^\.{1,2}\//.test(specifier) ? stripEnding(specifier) : specifier, from);
}

/** As {@link relativeSegments}, with the ending of the file. */
function relativeParts(specifier: string, from: string): string[] | undefined {
  const folder = folderOf(from).split("/").filter((part) => part !== "");
  if (/^\.{1,2}\//.test(specifier) || specifier === "." || specifier === "..") {
    return join(folder, specifier.split("/"));
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
  return stripEnding(
    specifier.replace(/^(?:crate::|@\/|~\/|#)/, "").replace(/^package:[^/]+/, "lib").replace(/^\\/, ""),
  )
    .split(/::|[\\/]|\.(?=[A-Za-z_*])/).filter((part) => part !== "" && part !== "*");
}

function stripEnding(specifier: string): string {
  const bare = specifier.replace(
    /\.(?:d\.ts|[cm]?[jt]sx?|h|hpp|hh|rb|php|vue|svelte|css|scss|json|dart|zig|[rR])$/,
    "",
  );
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

/** Sources before tests, then those that share most folders, then by path. */
function byNearness(files: readonly number[], from: string, index: LexicalIndex): number[] {
  const { paths, roles } = index.files;
  const parts = from.split("/");
  const near = (file: number): number => {
    const other = (paths[file] ?? "").split("/");
    let length = 0;
    while (length < parts.length && other[length] === parts[length]) length++;
    return length;
  };
  const isAside = (file: number): number => (roles[file] === 0 ? 0 : 1);
  return [...files].sort((a, b) => isAside(a) - isAside(b) || near(b) - near(a) || a - b);
}
