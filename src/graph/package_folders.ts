import { baseName } from "../model/paths.ts";
import type { LexicalIndex } from "../index/lexical_index.ts";
import { type PathGroups, stripEnding } from "./path_groups.ts";
import { folderOf } from "../model/paths.ts";

/** Source folders of a script package, in order of preference. */
const SOURCE_FOLDERS: readonly (readonly string[])[] = [["src"], [], ["lib"], ["source"]];

/** JavaScript packages and Rust crates within the repository, by folder name. */
export class PackageFolders {
  #byName: Map<string, readonly string[]> | undefined;

  constructor(private readonly index: LexicalIndex, private readonly groups: PathGroups) {}

  /** Candidate entry paths of the package `@scope/name/sub` or `name`, as segments, best first. */
  *entries(specifier: string): Generator<readonly string[]> {
    const [, scope, name, rest] = /^(?:@([\w.-]+)\/)?([\w.-]+)(?:\/(.+))?$/.exec(specifier) ?? [];
    if (name === undefined) return;
    const inner = rest === undefined ? [] : stripEnding(rest).split("/");
    for (const folder of this.#named(name) ?? this.#named(`${scope}-${name}`) ?? []) {
      for (const source of SOURCE_FOLDERS) yield inFolder(folder, [...source, ...inner]);
    }
  }

  /**
   * Candidate paths of `crate::a::b` in the using file's crate, or of `other_crate::a::b` in a crate of the repository.
   */
  *crateModules(specifier: string, from: string): Generator<readonly string[]> {
    const [first = "", ...rest] = specifier.split("::").filter((part) => part !== "*");
    const named = this.#named(first) ?? this.#named(first.replaceAll("_", "-")) ?? [];
    for (const folder of first === "crate" ? [this.#crateOf(from)] : named) {
      yield inFolder(folder, ["src", ...rest]);
    }
  }

  /** The nearest enclosing folder with a manifest. */
  #crateOf(path: string): string {
    let folder = folderOf(path);
    while (folder !== "" && !this.#hasManifest(folder, "Cargo.toml")) folder = folderOf(folder);
    return folder;
  }

  #named(name: string): readonly string[] | undefined {
    return (this.#byName ??= this.#find()).get(name);
  }

  /** Folders with a manifest, by name. */
  #find(): Map<string, readonly string[]> {
    const found = new Map<string, readonly string[]>();
    for (const folder of this.groups.folders.keys()) {
      const isPackage = this.#hasManifest(folder, "package.json") || this.#hasManifest(folder, "Cargo.toml");
      if (folder === "" || !isPackage) continue;
      const name = baseName(folder);
      found.set(name, [...found.get(name) ?? [], folder]);
    }
    return found;
  }

  #hasManifest(folder: string, manifest: string): boolean {
    return this.index.files.numberOf(`${folder}/${manifest}`) !== undefined;
  }
}

function inFolder(folder: string, parts: readonly string[]): readonly string[] {
  return [...folder.split("/"), ...parts].filter((part) => part !== "");
}
