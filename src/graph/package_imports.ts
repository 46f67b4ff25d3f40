import type { LexicalIndex } from "../index/lexical_index.ts";

/** A name that a file takes from a package. */
export interface PackageImport {
  readonly name: string;
  readonly package: string;
  /** Where it is imported. */
  readonly path: string;
  /** One-based. */
  readonly line: number;
}

/** Uses of one name that are looked at. */
const MOST_USES = 500;

/**
 * Where the names are imported from one of the packages, the first place of each: a specifier is the package itself or begins
 * with it.
 */
export function packageImports(
  index: LexicalIndex,
  names: readonly string[],
  packages: readonly string[],
): readonly PackageImport[] {
  const packageOf = (module: string): string | undefined =>
    packages.find((one) =>
      module === one || /^(?:[/.]|::)/.test(module.startsWith(one) ? module.slice(one.length) : "")
    );
  const importOf = (name: string): PackageImport | undefined => {
    for (const file of new Set(index.referencesTo(name, MOST_USES).map(({ file }) => file))) {
      for (const { module, names, line } of index.parsed(file)?.imports ?? []) {
        const from = packageOf(module);
        const original = names.find(({ alias }) => alias === name)?.name ??
          (names.length === 0 ? name : undefined);
        if (from !== undefined && original !== undefined) {
          return { name: original, package: from, path: index.files.paths[file]!, line };
        }
      }
    }
    return undefined;
  };
  return names.flatMap((name) => importOf(name) ?? []);
}
