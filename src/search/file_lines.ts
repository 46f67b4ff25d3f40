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
  const known = files.memo.get(nothingRead);
  if (!known.has(path)) {
    const content = files.read(path);
    known.set(path, content.ok ? content.text.split("\n") : content.reason === "missing" ? undefined : []);
  }
  return known.get(path);
}

function nothingRead(): Map<string, readonly string[] | undefined> {
  return new Map();
}
