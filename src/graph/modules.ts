import { BoundedMap, remember } from "../model/memo.ts";
import { baseName } from "../model/paths.ts";
import type { LexicalIndex } from "../index/lexical_index.ts";
import { namesOf } from "./file_names.ts";
import { join, type Manifests, manifestsOf } from "./manifests.ts";
import { moduleSegments, PathGroups, stripEnding } from "./path_groups.ts";
import { folderOf } from "../model/paths.ts";
import { related } from "./scopes.ts";
import { isIdentifier } from "../syntax/source.ts";

/** Maximum number of candidate files per specifier. */
const MOST = 20;

/**
 * Maps module specifiers of any language to files by their trailing path segments: `a.b.c`, `crate::a::b`, `a/b`,
 * `A\B\C` and `./b` are split into segments; relative ones are joined with the importing folder, others match the
 * longest path suffix. Exact for relative imports, heuristic for others, which is reflected in the confidence of edges.
 */
export const createModuleMap = (index: LexicalIndex): ModuleMap => new ModuleMap(index);

/** Import resolution: maps module specifiers to files. */
export class ModuleMap {
  readonly #groups: PathGroups;
  readonly #manifests: Manifests;
  readonly #cache = new BoundedMap<string, readonly number[]>();
  readonly #suffixes = new BoundedMap<string, readonly number[]>();
  #byName: Map<string, string[]> | undefined;

  constructor(private readonly index: LexicalIndex) {
    this.#groups = new PathGroups(index.files.paths);
    this.#manifests = manifestsOf(index);
  }

  /**
   * Candidate files of a specifier, best first, at most 20; empty if it is external.
   *
   * @param from number of the importing file
   */
  resolve(specifier: string, from: number): readonly number[] {
    const path = this.#path(from);
    const { languages, languageNames } = this.index.files;
    const key = `${languages[from]}\0${path.endsWith(".rs") ? path : folderOf(path)}\0${specifier}`;
    const known = this.#cache.get(key);
    if (known !== undefined) return known;
    // Modules of Rust may import each other under new names.
    this.#cache.set(key, []);
    const all = this.#find(specifier, path);
    const languageOf = (file: number): string => languageNames[languages[file]!] ?? "";
    const own = all.filter((file) => related(languageOf(file), languageOf(from)));
    const found = own.length > 0 ? own : all;
    this.#cache.set(key, found);
    return found;
  }

  /** True if a specifier refers to the repository: it is relative, or named by a manifest. */
  isOwn(specifier: string, from: number): boolean {
    const path = this.#path(from);
    return relativeSegments(specifier, path) !== undefined || this.#manifests.isOwn(specifier, path);
  }

  /** Path of a relative specifier from the root; undefined for any other. */
  relativePath(specifier: string, from: number): string | undefined {
    return relativeParts(specifier, this.#path(from))?.join("/");
  }

  /** Files in the same folder as `file`, including itself. */
  siblings(file: number): readonly number[] {
    return this.#groups.inFolder(folderOf(this.#path(file)));
  }

  #path(file: number): string {
    return this.index.files.paths[file] ?? "";
  }

  #segments(file: number): readonly string[] {
    return moduleSegments(this.#path(file));
  }

  #find(specifier: string, from: string): readonly number[] {
    const relative = relativeSegments(specifier, from);
    if (relative) {
      const files = this.#exact(relative);
      // A Rust test or example is a crate root: its modules are in the same folder.
      const beside = files.length === 0 && from.endsWith(".rs") && /^self::(\w+)$/.exec(specifier)?.[1];
      if (beside) return this.#exact([...folderOf(from).split("/"), beside].filter((part) => part !== ""));
      // The folder of a sourced file may be that of a variable: `. "$LIB/log.sh"`.
      const isShell = from.endsWith("sh") || !baseName(from).includes(".");
      if (files.length === 0 && isShell) {
        return this.#longestSuffix(absoluteSegments(specifier.slice(2)), from);
      }
      return files.length > 0 || !SCRIPT.test(from)
        ? files
        : this.#firstOf(this.#manifests.entries(relative.join("/")));
    }
    // In an inline module, `super` is the file.
    if (from.endsWith(".rs") && /^(?:super|self)$/.test(specifier)) {
      const own = this.index.files.numberOf(from);
      return [...(own === undefined ? [] : [own]), ...this.#exact(moduleSegments(from).slice(0, -1))];
    }
    if (from.endsWith(".go")) return this.#goPackage(specifier);
    const named = this.#firstOf(this.#manifests.targets(specifier, from));
    if (named.length > 0) return named;
    // The package of another project, whatever files have its name; in PHP a class without a namespace.
    const isName = from.endsWith(".php")
      ? isIdentifier(specifier)
      : SCRIPT.test(from) && !specifier.includes("/");
    if (isName) return [];
    const inside = from.endsWith(".rs") ? this.#rust(specifier, from) : [];
    if (inside.length > 0) return inside;
    const found = this.#longestSuffix(absoluteSegments(specifier), from);
    // A Rust module within a file.
    const cut = found.length === 0 && from.endsWith(".rs") ? specifier.lastIndexOf("::") : -1;
    return cut > 0 ? this.resolve(specifier.slice(0, cut), this.index.files.numberOf(from)!) : found;
  }

  /** Files of a Go package: by a manifest, otherwise matched by its last segments. */
  #goPackage(specifier: string): readonly number[] {
    const sourcesIn = (folder: string): number[] =>
      this.#groups.inFolder(folder).filter((file) => this.#path(file).endsWith(".go"));
    const folder = this.#manifests.goFolder(specifier);
    if (folder !== undefined) return sourcesIn(folder);
    const parts = specifier.split("/");
    return parts.slice(1).map((_, at) => sourcesIn(parts.slice(at + 1).join("/"))).find((all) =>
      all.length > 0
    ) ?? [];
  }

  /** Rust's root of the crate, or a path through a name that the file or a crate imports: `pub use crate::kit as c`. */
  #rust(specifier: string, from: string): readonly number[] {
    if (specifier === "crate") return this.#crateRoot(folderOf(from));
    const [crate = "", name, ...rest] = specifier.split("::");
    if (name === undefined) return [];
    const through = (file: number | undefined, alias: string, more: readonly string[]): readonly number[] => {
      const parsed = file === undefined ? null : this.index.parsed(file);
      const bound = parsed && namesOf(parsed).import(alias);
      if (!bound || file === undefined || bound.module === alias) return [];
      return this.resolve(
        [bound.module, ...(bound.name === undefined ? [] : [bound.name]), ...more].join("::"),
        file,
      );
    };
    const roots = crate === "crate"
      ? this.#crateRoot(folderOf(from))
      : this.#firstOf(this.#manifests.targets(crate, from));
    const inner = roots.flatMap((root) => through(root, name, rest));
    return inner.length > 0 ? inner : through(this.index.files.numberOf(from), crate, [name, ...rest]);
  }

  /** The root of a crate around a folder. */
  #crateRoot(folder: string): readonly number[] {
    const roots = this.#groups.inFolder(folder).filter((file) => CRATE_ROOTS.has(baseName(this.#path(file))));
    return roots.length > 0 || folder === "" ? roots : this.#crateRoot(folderOf(folder));
  }

  #exact(wanted: readonly string[]): readonly number[] {
    const last = wanted.at(-1);
    // The root folder has no name, only an index file.
    if (last === undefined) return this.#exact(["index"]);
    const start = wanted.join("/");
    return this.#groups.named(last).filter((file) =>
      this.#path(file).startsWith(start) && same(this.#segments(file), wanted)
    ).slice(0, MOST);
  }

  #firstOf(all: readonly string[]): readonly number[] {
    return all.values().map((path) => this.#atPath(path)).find((files) => files.length > 0) ?? [];
  }

  /** The file at a path: with its extension, without, or with another language's extension. */
  #atPath(path: string): readonly number[] {
    const file = this.index.files.numberOf(path);
    if (file !== undefined) return [file];
    const files = this.#exact(stripEnding(path).split("/").filter((part) => part !== ""));
    return files.length > 0 ? files : this.#packageIn(path);
  }

  /** The files of a Java package, which is a folder. */
  #packageIn(folder: string): readonly number[] {
    const files = this.#groups.inFolder(folder);
    return files.some((file) => JVM.test(this.index.files.paths[file]!)) ? files.slice(0, MOST) : [];
  }

  /** Files whose path shares the longest suffix with the wanted segments; otherwise the files of such a folder. */
  #longestSuffix(wanted: readonly string[], from: string): readonly number[] {
    if (wanted.length === 0) return [];
    const files = remember(this.#suffixes, wanted.join("/"), () => this.#withSuffix(wanted));
    if (files.length > 0) return byNearness(files, from, this.index).slice(0, MOST);
    return C.test(from) ? [] : this.#packageFiles(wanted);
  }

  /** A single segment must match a whole top-level path. */
  #withSuffix(wanted: readonly string[]): readonly number[] {
    // Prefilter: a file outside of the wanted folder has only one segment in common.
    const folder = wanted.length > 1 ? `${wanted.at(-2)}/` : "";
    const named = this.#groups.named(wanted.at(-1)!).filter((file) => this.#path(file).includes(folder));
    const alike = named.map((file) => {
      const have = this.#segments(file);
      const length = commonSuffix(have, wanted);
      // All wanted segments, or the whole path of the file below its source folder.
      const isMatch = length === wanted.length || (length === have.length && length > 1);
      return { file, length, isMeant: isMatch };
    }).filter(({ isMeant }) => isMeant).sort((a, b) => b.length - a.length);
    return alike.filter(({ length }) => length === alike[0]!.length).map(({ file }) => file);
  }

  /** All files of a package, which is a folder (Go, Java wildcard imports, C# namespaces). */
  #packageFiles(wanted: readonly string[]): readonly number[] {
    if (wanted.length < 2) return [];
    const alike = this.#foldersNamed(wanted.at(-1)!);
    for (let skip = 0; alike.length > 0 && wanted.length - skip >= 1; skip++) {
      const suffix = wanted.slice(skip).join("/");
      const ending = `/${suffix}`;
      const found = alike.find((folder) =>
        folder === suffix || (skip < wanted.length - 1 && folder.endsWith(ending))
      );
      if (found !== undefined) return this.#groups.inFolder(found).slice(0, MOST);
    }
    return [];
  }

  /** Folders by name; most specifiers are external packages and are rejected by their last segment. */
  #foldersNamed(name: string): readonly string[] {
    this.#byName ??= Map.groupBy(this.#groups.folders.keys(), baseName);
    return this.#byName.get(name) ?? [];
  }
}

/** Appends names to a module specifier, with the specifier's separator. */
export function joinModule(module: string, names: readonly string[]): string {
  const separator = module.includes("::") || RUST_WORDS.has(module)
    ? "::"
    : module.includes("/")
    ? "/"
    : module.includes("\\")
    ? "\\"
    : ".";
  return names.reduce((path, name) => path.endsWith(".") ? path + name : path + separator + name, module);
}

/** Words of Rust that denote a module. */
const RUST_WORDS: ReadonlySet<string> = new Set(["crate", "self", "super"]);
const CRATE_ROOTS: ReadonlySet<string> = new Set(["lib.rs", "main.rs"]);

/** Files of languages with packages. */
const JVM = /\.(?:java|kt|scala|groovy)$/;

/** Files that import packages by name. */
const SCRIPT = /\.(?:[cm]?[jt]sx?|vue|svelte)$/;

/** Files that include files, not folders. */
const C = /\.(?:[ch]|cc|cpp|cxx|hh|hpp|hxx|inl|ipp|m|mm)$/;

/** Segments from the root for `./x`, `../x`, Python's `..x`, Rust's `super::x` and `self::x`; otherwise undefined. */
function relativeSegments(specifier: string, from: string): string[] | undefined {
  return relativeParts(/^\.{1,2}\//.test(specifier) ? stripEnding(specifier) : specifier, from);
}

/** Same as {@link relativeSegments}, including the file extension. */
function relativeParts(specifier: string, from: string): string[] | undefined {
  const folder = folderOf(from).split("/").filter((part) => part !== "");
  if (/^\.{1,2}\//.test(specifier) || specifier === "." || specifier === "..") {
    return join(...folder, specifier).split("/").filter((part) => part !== "");
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
    specifier.replace(/^(?:crate::|@\/|~\/|#|\$(?=lib\/))/, "").replace(/^package:[^/]+/, "lib").replace(
      /^\\/,
      "",
    ),
  )
    .split(/::|[\\/]|\.(?=[A-Za-z_*])/).filter((part) => part !== "" && part !== "*");
}

function same(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((part, i) => part === b[i]);
}

function commonSuffix(a: readonly string[], b: readonly string[]): number {
  let length = 0;
  while (length < a.length && a[a.length - 1 - length] === b[b.length - 1 - length]) length++;
  return length;
}

/** Sorts files: code before other roles, then by number of common folders; stable. */
function byNearness(files: readonly number[], from: string, index: LexicalIndex): number[] {
  const { paths, roles } = index.files;
  const parts = from.split("/").reverse();
  const near = (file: number): number => commonSuffix(parts, paths[file]!.split("/").reverse());
  const isAside = (file: number): number => (roles[file] === 0 ? 0 : 1);
  return [...files].sort((a, b) => isAside(a) - isAside(b) || near(b) - near(a));
}
