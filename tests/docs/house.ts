import { relative } from "node:path";

/** Sizes of the folders of `src`, which docs/architecture.md shows: `deno run -A tests/docs/house.ts` prints them. */

const SOURCES = new URL("../../src", import.meta.url).pathname;

/** Sizes of a folder's sources. */
export interface FolderSize {
  files: number;
  /** Lines of code: neither blank nor comment. */
  lines: number;
}

/** Sizes of the folders of `src`, by name. */
export function folderSizes(): ReadonlyMap<string, FolderSize> {
  const sizes = new Map<string, FolderSize>();
  for (const path of filesBelow(SOURCES)) {
    const name = relative(SOURCES, path).split("/")[0]!;
    const { files, lines } = sizes.get(name) ?? { files: 0, lines: 0 };
    sizes.set(name, { files: files + 1, lines: lines + linesOf(Deno.readTextFileSync(path)) });
  }
  return sizes;
}

function linesOf(text: string): number {
  const code = text.replace(/^\s*\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, "");
  return code.split("\n").filter((line) => line.trim() !== "").length;
}

function filesBelow(folder: string): string[] {
  return [...Deno.readDirSync(folder)].flatMap(({ name, isDirectory }) =>
    isDirectory ? filesBelow(`${folder}/${name}`) : [`${folder}/${name}`]
  );
}

if (import.meta.main) console.table(Object.fromEntries(folderSizes()));
