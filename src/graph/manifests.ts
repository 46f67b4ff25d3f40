import { folderOf } from "../model/paths.ts";
import { remember } from "../model/memo.ts";
import type { LexicalIndex } from "../index/lexical_index.ts";
import type { ImportedName, ParsedFile } from "../syntax/parsed_file.ts";

/** Module names defined by the manifests of a repository. */
export interface Manifests {
  /** Candidate paths of a specifier from the root, with or without extension, best first. */
  targets(specifier: string, from: string): readonly string[];
  /** Candidate entry paths of the package in a folder, best first; empty without a manifest there. */
  entries(folder: string): readonly string[];
  /** The folder of a Go package, "?" for one outside the repository; undefined without any go.mod. */
  goFolder(specifier: string): string | undefined;
  /**
   * True if a specifier starts with a name or pattern of a manifest; always false in PHP, whose libraries share such
   * names.
   */
  isOwn(specifier: string, from: string): boolean;
}

/** A manifest and its location. */
interface Manifest extends Pick<ParsedFile, "module" | "exports" | "imports"> {
  readonly folder: string;
  readonly path: string;
}

const NAMES = {
  go: /(?:^|\/)go\.mod$/,
  script: /(?:^|\/)package\.json$/,
  options: /(?:^|\/)[jt]sconfig[\w.-]*\.json$/,
  crate: /(?:^|\/)Cargo\.toml$/,
  python: /(?:^|\/)(?:pyproject\.toml|setup\.(?:cfg|py))$/,
  php: /(?:^|\/)composer\.json$/,
  jvm: /(?:^|\/)(?:pom\.xml|build\.gradle(?:\.kts)?)$/,
} as const;
type Kind = keyof typeof NAMES;

/** Files that import packages by name. */
const SCRIPT = /\.(?:[cm]?[jt]sx?|vue|svelte|astro)$/;
/** A package name and a path inside the package. */
const PACKAGE = /^((?:@[^/]+\/)?[^/]+)(?:\/(.+))?$/;

/** Source folders of a package, in addition to the paths named by its manifest. */
const SOURCE_FOLDERS = ["src", "", "lib", "source"];
/** Maximum depth of `extends` between option files. */
const MOST_EXTENDED = 5;

/** Creates the manifests of an index; they are read on the first import. */
export const manifestsOf = (index: LexicalIndex): Manifests => new IndexManifests(index);

class IndexManifests implements Manifests {
  readonly #known = new Map<Kind, readonly Manifest[]>();
  #packages: ReadonlyMap<string, readonly Manifest[]> | undefined;

  constructor(private readonly index: LexicalIndex) {}

  goFolder(specifier: string): string | undefined {
    const all = this.#all("go");
    if (all.length === 0) return undefined;
    const [best] = all.filter(({ module }) => specifier === module || specifier.startsWith(`${module}/`))
      .sort((a, b) => b.module.length - a.module.length);
    return best ? join(best.folder, specifier.slice(best.module.length)) : "?";
  }

  targets(specifier: string, from: string): readonly string[] {
    if (SCRIPT.test(from)) return this.#script(specifier, from);
    if (from.endsWith(".rs")) return this.#crate(specifier, from);
    if (/\.pyi?$/.test(from)) return this.#inFolders("python", specifier.replaceAll(".", "/"), from);
    if (/\.(?:java|kt|scala|groovy)$/.test(from)) {
      return this.#inFolders("jvm", specifier.replace(/\.\*$/, "").replaceAll(".", "/"), from);
    }
    return from.endsWith(".php") ? this.#php(specifier.replace(/^\\/, ""), from) : [];
  }

  entries(folder: string): readonly string[] {
    const one = this.#at(join(folder, "package.json"));
    return one ? insidePackage(one, "") : [];
  }

  isOwn(specifier: string, from: string): boolean {
    if (from.endsWith(".go")) return (this.goFolder(specifier) ?? "?") !== "?";
    if (/\.pyi?$/.test(from)) {
      const name = specifier.replace(/\..*$/, "");
      return this.#all("python").some(({ module }) => plain(module).toLowerCase() === name.toLowerCase());
    }
    if (!SCRIPT.test(from)) return false;
    const named = [...this.#above("options", from), ...this.#above("script", from).slice(0, 1)]
      .map((one) => ({ ...one, exports: one.exports.filter(({ alias }) => !/^[*.]/.test(alias)) }));
    return this.#packageNamed(specifier).length > 0 ||
      named.some((one) => matched(one, specifier).some((path) => !path.includes("node_modules")));
  }

  #script(specifier: string, from: string): string[] {
    const options = this.#above("options", from).flatMap((one) => this.#patterns(one, specifier));
    if (specifier.startsWith("#")) {
      const own = this.#above("script", from)[0];
      return [...options, ...own ? matched(own, specifier) : []];
    }
    return [...options, ...this.#packaged(specifier, from)];
  }

  #packaged(specifier: string, from: string): string[] {
    const rest = PACKAGE.exec(specifier)?.[2] ?? "";
    return nearest(this.#packageNamed(specifier), from).flatMap((one) => insidePackage(one, rest));
  }

  #packageNamed(specifier: string): readonly Manifest[] {
    return this.#named("script", PACKAGE.exec(specifier)?.[1] ?? "");
  }

  /** Matches of the options or, if there are none, of those they extend. */
  #patterns(options: Manifest, specifier: string, depth = 0): string[] {
    const found = matched(options, specifier);
    if (found.length > 0 || depth >= MOST_EXTENDED) return found;
    return options.imports.flatMap(({ module }) => {
      const base = /^\.{1,2}\//.test(module)
        ? join(options.folder, module)
        : this.#packaged(module, options.path).find((path) => this.#at(path) !== undefined) ?? "";
      const other = this.#at(base);
      return other ? this.#patterns(other, specifier, depth + 1) : [];
    });
  }

  #crate(specifier: string, from: string): string[] {
    const [first = "", ...rest] = specifier.split("::").filter((part) => part !== "*");
    const [own] = this.#above("crate", from);
    if (first === "crate") return own ? insideCrate(own, rest) : [];
    const renamed = own?.imports.find(({ names }) => plain(names[0]?.alias ?? "") === first);
    const there = renamed && renamed.module !== ""
      ? this.#at(join(own!.folder, renamed.module, "Cargo.toml"))
      : undefined;
    const named = this.#named("crate", plain(renamed?.names[0]?.name ?? first));
    return [...there ? [there] : [], ...nearest(named, from)].flatMap((one) => insideCrate(one, rest));
  }

  #inFolders(kind: "python" | "jvm", path: string, from: string): string[] {
    return nearest(this.#all(kind), from)
      .flatMap(({ folder, exports }) => exports.map(({ name }) => join(folder, name, path)));
  }

  #php(specifier: string, from: string): string[] {
    return nearest(this.#all("php"), from).flatMap(({ folder, exports }) =>
      exports.filter(({ alias }) => /\\$/.test(alias) && specifier.startsWith(alias))
        .sort((a, b) => b.alias.length - a.alias.length)
        .map(({ alias, name }) => join(folder, name, specifier.slice(alias.length).replaceAll("\\", "/")))
    );
  }

  /** Manifests of the enclosing folders, innermost first. */
  #above(kind: Kind, from: string): Manifest[] {
    return this.#all(kind).filter(({ folder }) => isWithin(from, folder))
      .sort((a, b) => b.folder.length - a.folder.length || a.path.length - b.path.length);
  }

  #named(kind: "script" | "crate", name: string): readonly Manifest[] {
    this.#packages ??= Map.groupBy(
      [...this.#all("script"), ...this.#all("crate")],
      ({ path, module }) => NAMES.crate.test(path) ? `crate ${plain(module)}` : `script ${module}`,
    );
    return this.#packages.get(`${kind} ${name}`) ?? [];
  }

  #all(kind: Kind): readonly Manifest[] {
    const paths = (): string[] => this.index.files.paths.filter((path) => NAMES[kind].test(path));
    return remember(this.#known, kind, () => paths().flatMap((path) => this.#at(path) ?? []));
  }

  #at(path: string): Manifest | undefined {
    const file = this.index.files.numberOf(path) ?? this.index.files.numberOf(`${path}.json`);
    const parsed = file === undefined ? undefined : this.index.parsed(file);
    if (!parsed) return undefined;
    const { module, exports, imports } = parsed;
    return { module, exports, imports, path, folder: folderOf(path) };
  }
}

/** Targets of the patterns of a manifest, longest pattern first. */
function matched({ folder, exports }: Manifest, specifier: string): string[] {
  return exports.flatMap(({ alias, name }) => {
    const rest = wildcard(alias, specifier);
    return rest === undefined ? [] : [{ alias, path: join(folder, name.replace("*", () => rest)) }];
  }).sort((a, b) => b.alias.length - a.alias.length).map(({ path }) => path);
}

/** Text matched by the star of a pattern; "" without a star, undefined if the pattern does not match. */
function wildcard(pattern: string, text: string): string | undefined {
  const star = pattern.indexOf("*");
  if (star === -1) return pattern === text ? "" : undefined;
  const end = pattern.slice(star + 1);
  const fits = text.length > star + end.length && text.startsWith(pattern.slice(0, star)) &&
    text.endsWith(end);
  return fits ? text.slice(star, text.length - end.length) : undefined;
}

/** Candidate source paths of a package export; build output is mapped to the source folder. */
function insidePackage(one: Manifest, rest: string): string[] {
  const named = matched(one, rest === "" ? "." : `./${rest}`);
  const own = one.folder === "" ? 0 : one.folder.length + 1;
  const sources = named.map((path) => path.slice(0, own) + path.slice(own).replace(BUILT, "src/"));
  return [...named, ...sources, ...SOURCE_FOLDERS.map((folder) => join(one.folder, folder, rest))];
}

/** Build output folders, including a subfolder for the module format. */
const BUILT = /^(?:dist|build|out|lib|es|esm|cjs|types)\/(?:(?:esm|cjs|es|types|src)\/)*/;

function insideCrate({ folder, exports }: Manifest, rest: readonly string[]): string[] {
  const root = exports.find(({ alias }: ImportedName) => alias === ".")?.name;
  const path = join(folder, root === undefined ? "src" : folderOf(root), ...rest);
  return rest.length === 0 && root !== undefined ? [join(folder, root), path] : [path];
}

/** Crate name as written in code, without hyphens. */
const plain = (crate: string): string => crate.replaceAll("-", "_");

/** Sorts manifests by proximity to a file: enclosing ones first, innermost first, then by common path prefix. */
function nearest(all: readonly Manifest[], from: string): Manifest[] {
  const shared = ({ folder }: Manifest): number => {
    let length = 0;
    while (length < folder.length && folder[length] === from[length]) length++;
    return isWithin(from, folder) ? length + 1000 : length;
  };
  return [...all].sort((a, b) => shared(b) - shared(a));
}

const isWithin = (path: string, folder: string): boolean => folder === "" || path.startsWith(`${folder}/`);

/** Joins path parts; resolves `.` and `..`. */
export function join(...parts: readonly string[]): string {
  const result: string[] = [];
  for (const part of parts.join("/").split("/")) {
    if (part === "..") result.pop();
    else if (part !== "." && part !== "") result.push(part);
  }
  return result.join("/");
}
