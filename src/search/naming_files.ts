import { ROLES } from "../index/lexical_index.ts";
import type { FileRole } from "../model/calls.ts";
import { lineDefines } from "./defined_in.ts";
import { rarity } from "./rank/bm25.ts";

/** Rules for the paths of a search by lines. */
export interface PathRules {
  /** False for paths that are never looked at. */
  readonly listed: (path: string) => boolean;
  readonly roleOf: (path: string) => FileRole;
}

/** Files that contain the texts. */
export interface Named {
  /** Those first that are likely to say most: what defines a text, then what holds a rare one, then code, then by lines. */
  readonly paths: readonly string[];
  /** Number of these that are code that defines a text, judged by their lines; of one text, the first ones. */
  readonly defining: number;
}

/** Occurrences of the searched texts in a file; the numbers of texts as bits. */
interface Naming {
  readonly role: FileRole;
  held: number;
  defined: number;
  lines: number;
}

/**
 * The files in which git found texts.
 *
 * @param found lines of `git grep -z`: path, NUL, text
 * @param texts names and phrases, at most 31
 */
export function namingFiles(found: Uint8Array, texts: readonly string[], rules: PathRules): Named {
  const defines = texts.map(lineDefines);
  const files = new Map<string, Naming | undefined>();
  for (const line of new TextDecoder().decode(found).split("\n")) {
    const end = line.indexOf("\0");
    if (end <= 0) continue;
    const path = line.slice(0, end);
    if (!files.has(path)) files.set(path, newNaming(path, rules));
    const file = files.get(path);
    if (!file) continue;
    file.lines++;
    const text = line.slice(end + 1);
    texts.forEach((wanted, i) => {
      if (!text.includes(wanted)) return;
      file.held |= 1 << i;
      if (defines[i]!(text)) file.defined |= 1 << i;
    });
  }
  const listed = [...files].flatMap(([path, file]) => file ? [{ path, ...file }] : []);
  return {
    paths: inOrder(listed, texts.length),
    defining: listed.filter(({ role, defined }) => role === "code" && defined > 0).length,
  };
}

/** The sum of the weights of the texts that a file holds (as bits), each by its rarity among the files. */
export function valueOfHeld(
  files: readonly Pick<Naming, "held">[],
  weights: readonly number[],
): (held: number) => number {
  const values = weights.map((weight, i) =>
    weight * rarity(files.length, files.filter(({ held }) => held & 1 << i).length)
  );
  return (held) => values.reduce((sum, value, i) => held & 1 << i ? sum + value : sum, 0);
}

function newNaming(path: string, { listed, roleOf }: PathRules): Naming | undefined {
  return listed(path) ? { role: roleOf(path), held: 0, defined: 0, lines: 0 } : undefined;
}

function inOrder(files: readonly (Naming & { readonly path: string })[], count: number): string[] {
  const value = valueOfHeld(files, Array<number>(count).fill(1));
  const defines = ({ defined }: Naming): number => defined.toString(2).replaceAll("0", "").length;
  const rows = files.map((file) => ({ ...file, defines: defines(file), value: value(file.held) }));
  rows.sort((a, b) =>
    b.defines - a.defines || b.value - a.value || ROLES.indexOf(a.role) - ROLES.indexOf(b.role) ||
    b.lines - a.lines || (a.path < b.path ? -1 : 1)
  );
  return rows.map(({ path }) => path);
}
