import type { LexicalIndex } from "../index/lexical_index.ts";
import type { ImportRef } from "../syntax/parsed_file.ts";
import { createModuleMap, joinModule, type ModuleMap } from "./modules.ts";

/** Imports of the repository's own modules without a file: relative ones, or named by a manifest. */
export interface UnresolvedImports {
  readonly count: number;
  /** `path:line specifier` of the first ones, code before tests. */
  readonly first: readonly string[];
}

/** Maximum number of characters shown of a specifier. */
const MOST_SHOWN = 100;

/** Finds unresolved imports within the repository; reads the records of all files. Libraries are ignored. */
export function unresolvedImports(index: LexicalIndex, most: number): UnresolvedImports {
  const modules = index.lasting.get(createModuleMap);
  const isThere = existing(index, modules);
  const { paths, roles } = index.files;
  const found = paths.flatMap((path, file) =>
    (index.parsed(file)?.imports ?? [])
      .filter((one) => isImport(one, path) && modules.isOwn(one.module, file) && !isThere(one, file))
      .map(({ module, line }) => ({ file, text: `${path}:${line} ${shown(module)}` }))
  );
  found.sort((a, b) => Math.sign(roles[a.file]!) - Math.sign(roles[b.file]!));
  return { count: found.length, first: found.slice(0, most).map(({ text }) => text) };
}

/**
 * True if an import must refer to a file: a Rust path may refer into a file, except `mod x;`. Manifests import
 * manifests.
 */
function isImport({ module, names }: ImportRef, path: string): boolean {
  if (path.endsWith(".rs")) return names.length === 0 && /^self::\w+$/.test(module);
  return !path.endsWith(".json") && ![`/${path}`, `/${module}`].some((one) => one.includes("/node_modules/"));
}

/** Returns a predicate: a file or folder of the import is listed, whatever the file's kind. */
function existing(index: LexicalIndex, modules: ModuleMap): (one: ImportRef, from: number) => boolean {
  const folders = new Set([""]);
  for (const path of index.files.paths) {
    for (let end = path.lastIndexOf("/"); end > 0; end = path.lastIndexOf("/", end - 1)) {
      const folder = path.slice(0, end);
      if (folders.has(folder)) break;
      folders.add(folder);
    }
  }
  return ({ module, names }, from) => {
    const bare = module.replace(/[?#!].*$/, (rest) => module.startsWith(rest) ? rest : "");
    const path = modules.relativePath(bare, from);
    return (path !== undefined && (folders.has(path) || index.files.numberOf(path) !== undefined)) ||
      modules.resolve(bare, from).length > 0 ||
      names.some(({ name }) => modules.resolve(joinModule(bare, [name]), from).length > 0);
  };
}

/** Escapes control characters for terminals. */
const shown = (specifier: string): string => JSON.stringify(specifier.slice(0, MOST_SHOWN)).slice(1, -1);
