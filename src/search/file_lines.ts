import type { RepositoryFiles } from "../model/calls.ts";

/** Longer lines hold data or generated code. UTF-16 units. */
export const LONGEST_LINE = 600;

/** A line of a file. One-based. */
export interface FileLine {
  readonly file: number;
  readonly line: number;
}

/** Reads a file's lines; undefined for one that is gone. */
export type ReadLines = (path: string) => readonly string[] | undefined;

/** The lines of a file, read once per request; undefined for one that is gone, empty for one that cannot be shown. */
export function linesOf(path: string, files: RepositoryFiles): readonly string[] | undefined {
  return files.memo.of(linesOf, path, () => {
    const content = files.read(path);
    return content.ok ? content.text.split("\n") : content.reason === "missing" ? undefined : [];
  });
}
