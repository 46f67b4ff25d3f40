import type { LexicalIndex } from "../index/lexical_index.ts";
import { MOST_USES } from "./indirect_call.ts";

/** A name imported from a package. */
export interface PackageImport {
  readonly name: string;
  readonly package: string;
  /** Path of the importing file. */
  readonly path: string;
  /** One-based. */
  readonly line: number;
}

/** The first import of each name from one of the packages; a specifier is the package or starts with it. */
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
