import type { RepositoryFiles } from "../model/ports.ts";

/** What was read for a request, which has its own view of the files. */
const read = new WeakMap<RepositoryFiles, Map<string, readonly string[] | undefined>>();

/** The lines of a file, read once per request; undefined for one that is gone, empty for one that cannot be shown. */
export function linesOf(path: string, files: RepositoryFiles): readonly string[] | undefined {
  let known = read.get(files);
  if (!known) read.set(files, known = new Map());
  if (!known.has(path)) {
    const content = files.read(path);
    known.set(path, content.ok ? content.text.split("\n") : content.reason === "missing" ? undefined : []);
  }
  return known.get(path);
}
