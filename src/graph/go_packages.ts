import type { LexicalIndex } from "../index/lexical_index.ts";
import type { Manifests } from "./manifests.ts";
import type { PathGroups } from "./path_groups.ts";

/** The Go packages of a repository: one per folder. */
export class GoPackages {
  constructor(
    private readonly index: LexicalIndex,
    private readonly groups: PathGroups,
    private readonly manifests: Manifests,
  ) {}

  /** Files of a package: exact below the path of a manifest, otherwise matched by its last segments. */
  files(specifier: string): readonly number[] {
    const folder = this.manifests.goFolder(specifier);
    if (folder !== undefined) return this.#sourcesIn(folder);
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
}
