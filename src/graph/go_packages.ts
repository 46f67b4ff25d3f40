import type { LexicalIndex } from "../index/lexical_index.ts";
import type { Manifests } from "./manifests.ts";
import type { PathGroups } from "./path_groups.ts";

/** Files that are asked what they import, to learn the path of a module of Go. */
const MOST_ASKED = 100;

/** The packages of Go in a repository: each is a folder. */
export class GoPackages {
  #module: string | undefined;

  constructor(
    private readonly index: LexicalIndex,
    private readonly groups: PathGroups,
    private readonly manifests: Manifests,
  ) {}

  /** The files of a package: below the module's own path exactly, else by its last segments. */
  files(specifier: string): readonly number[] {
    const folder = this.manifests.goFolder(specifier);
    if (folder !== undefined) return this.#sourcesIn(folder);
    const module = this.#module ??= this.#findModule();
    if (module !== "" && specifier === module) return this.#sourcesIn("");
    if (module !== "" && specifier.startsWith(`${module}/`)) {
      return this.#sourcesIn(specifier.slice(module.length + 1));
    }
    const parts = specifier.split("/");
    for (let skip = 1; skip < parts.length; skip++) {
      const files = this.#sourcesIn(parts.slice(skip).join("/"));
      if (files.length > 0) return files;
    }
    return [];
  }

  #sourcesIn(folder: string): readonly number[] {
    const { paths } = this.index.files;
    return this.groups.inFolder(folder).filter((file) => paths[file]!.endsWith(".go"));
  }

  /** The path that most imports of the repository's own folders begin with; "" without any. */
  #findModule(): string {
    const votes = new Map<string, number>();
    const sources = this.index.files.paths.flatMap((path, file) => path.endsWith(".go") ? [file] : []);
    for (const file of sources.slice(0, MOST_ASKED)) {
      for (const { module } of this.index.parsed(file)?.imports ?? []) {
        const prefix = this.#prefixOf(module.split("/"));
        if (prefix !== undefined) votes.set(prefix, (votes.get(prefix) ?? 0) + 1);
      }
    }
    return [...votes].sort((a, b) => b[1] - a[1])[0]?.[0] ?? "";
  }

  /** What stands before the longest end of an import that is a folder here. */
  #prefixOf(parts: readonly string[]): string | undefined {
    for (let skip = 2; skip < parts.length; skip++) {
      if (this.groups.folders.has(parts.slice(skip).join("/"))) return parts.slice(0, skip).join("/");
    }
    return undefined;
  }
}
