import { remember } from "../../model/remember.ts";
import { baseName } from "../../model/paths.ts";
import { type LexicalIndex, ROLES } from "../../index/lexical_index.ts";
import { stemOf } from "../../index/path_names.ts";
import type { PathTraits } from "../../index/path_traits.ts";

/** Tables derived from the paths alone, once per index. */
export interface PathTables extends PathTraits {
  /** 1 for documents and data. */
  readonly text: Uint8Array;
  /** See {@link stemOf}. */
  stem(file: number): string;
  /** Files by the last component of their path. */
  named(name: string): readonly number[];
}

/** The tables of an index. */
export function pathTables(index: LexicalIndex): PathTables {
  return index.lasting.get(make);
}

function make(index: LexicalIndex): PathTables {
  const { paths, roles } = index.files;
  const isText = ROLES.map((role) => role === "doc" || role === "data" ? 1 : 0);
  let byName: Map<string, number[]> | undefined;
  return {
    ...index.traits,
    text: roles.map((role) => isText[role]!),
    stem: (file) => stemOf(paths[file]!),
    named: (name) => (byName ??= filesByName(paths)).get(name) ?? [],
  };
}

function filesByName(paths: readonly string[]): Map<string, number[]> {
  const byName = new Map<string, number[]>();
  paths.forEach((path, file) => {
    remember(byName, baseName(path), () => []).push(file);
  });
  return byName;
}
