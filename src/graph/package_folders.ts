import type { LexicalIndex } from "../index/lexical_index.ts";
import { folderOf, type PathGroups, stripEnding } from "./path_groups.ts";

/** Where a package of scripts keeps the sources that its users mean. */
const SOURCE_FOLDERS: readonly (readonly string[])[] = [["src"], [], ["lib"], ["source"]];

/** Packages of JavaScript and crates of Rust that lie in the repository, by the names of their folders. */
export class PackageFolders {
  #byName: Map<string, readonly string[]> | undefined;

  constructor(private readonly index: LexicalIndex, private readonly groups: PathGroups) {}

  /** `@scope/name/sub`, `name`: the paths, as segments, that the entry of such a package may have; likeliest first. */
  *entries(specifier: string): Generator<readonly string[]> {
    const [, scope, name, rest] = /^(?:@([\w.-]+)\/)?([\w.-]+)(?:\/(.+))?$/.exec(specifier) ?? [];
    if (name === undefined) return;
    const inner = rest === undefined ? [] : stripEnding(rest).split("/");
    for (const folder of this.#named(name) ?? this.#named(`${scope}-${name}`) ?? []) {
      for (const source of SOURCE_FOLDERS) yield inFolder(folder, [...source, ...inner]);
    }
  }

  /** The same for `crate::a::b` in the crate of the using file, `other_crate::a::b` in one that lies in the repository. */
  *crateModules(specifier: string, from: string): Generator<readonly string[]> {
    const [first = "", ...rest] = specifier.split("::").filter((part) => part !== "*");
    const named = this.#named(first) ?? this.#named(first.replaceAll("_", "-")) ?? [];
    for (const folder of first === "crate" ? [this.#crateOf(from)] : named) {
      yield inFolder(folder, ["src", ...rest]);
    }
  }

  /** The nearest folder above with a manifest. */
  #crateOf(path: string): string {
    let folder = folderOf(path);
    while (folder !== "" && !this.#holds(folder, "Cargo.toml")) folder = folderOf(folder);
    return folder;
  }

  #named(name: string): readonly string[] | undefined {
    return (this.#byName ??= this.#find()).get(name);
  }

  /** Folders with a manifest. */
  #find(): Map<string, readonly string[]> {
    const found = new Map<string, readonly string[]>();
    for (const folder of this.groups.folders.keys()) {
      const isPackage = this.#holds(folder, "package.json") || this.#holds(folder, "Cargo.toml");
      if (folder === "" || !isPackage) continue;
      const name = folder.slice(folder.lastIndexOf("/") + 1);
      found.set(name, [...found.get(name) ?? [], folder]);
    }
    return found;
  }

  #holds(folder: string, manifest: string): boolean {
    return this.index.files.numberOf(`${folder}/${manifest}`) !== undefined;
  }
}

function inFolder(folder: string, parts: readonly string[]): readonly string[] {
  return [...folder.split("/"), ...parts].filter((part) => part !== "");
}
