import type { LexicalIndex } from "../index/lexical_index.ts";
import type { Manifests } from "./manifests.ts";
import type { PathGroups } from "./path_groups.ts";

/** Maximum number of files whose imports are examined to infer the path of a Go module. */
const MOST_FILES = 100;

/** The Go packages of a repository: one per folder. */
export class GoPackages {
  #module: string | undefined;

  constructor(
    private readonly index: LexicalIndex,
    private readonly groups: PathGroups,
    private readonly manifests: Manifests,
  ) {}

  /** Files of a package: exact below the module's own path, otherwise matched by its last segments. */
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

  /** The path prefix of most imports that match folders of the repository; "" if none. */
  #findModule(): string {
    const votes = new Map<string, number>();
    const sources = this.index.files.paths.flatMap((path, file) => path.endsWith(".go") ? [file] : []);
    for (const file of sources.slice(0, MOST_FILES)) {
      for (const { module } of this.index.parsed(file)?.imports ?? []) {
        const prefix = this.#prefixOf(module.split("/"));
        if (prefix !== undefined) votes.set(prefix, (votes.get(prefix) ?? 0) + 1);
      }
    }
    return [...votes].sort((a, b) => b[1] - a[1])[0]?.[0] ?? "";
  }

  /** Prefix of an import before the longest suffix that is a folder of the repository. */
  #prefixOf(parts: readonly string[]): string | undefined {
    for (let skip = 2; skip < parts.length; skip++) {
      if (this.groups.folders.has(parts.slice(skip).join("/"))) return parts.slice(0, skip).join("/");
    }
    return undefined;
  }
}
