import { type FeatureContext, type FeatureGroup, GrowingColumns } from "./features.ts";
import { findPath } from "./find_path.ts";

/** Paths and stack frames that name a file outright. */
export const MENTION_GROUP: FeatureGroup = {
  id: "mention",
  specs: [
    { id: "path_named", doc: "the question holds the file's path or name", scaling: "raw" },
    {
      id: "trace",
      doc: "stack frames: 1 for the last one inside the repository, then 1/2, 1/3, ...",
      scaling: "raw",
    },
    { id: "trace_last", doc: "the last stack frame inside the repository", scaling: "raw" },
  ],
  compute(context) {
    const { query, index } = context;
    const columns = new GrowingColumns(index.files.count);
    for (const { path } of query.question.terms.paths) mark(columns, "path_named", findPath(path, index), 1);
    traces(context, columns);
    return columns;
  },
};

function mark(columns: GrowingColumns, id: string, files: readonly number[], value: number): void {
  for (const file of files) columns.raise(id, file, value / files.length ** 0.5);
}

function traces({ query, index, paths }: FeatureContext, columns: GrowingColumns): void {
  let distance = 0;
  for (const frame of query.question.frames.toReversed()) {
    const files = findPath(frame.path, index).filter((file) => paths.test[file] === 0);
    if (files.length === 0) continue;
    for (const file of files) {
      columns.raise("trace", file, 1 / (1 + distance));
      if (distance === 0) columns.set("trace_last", file, 1);
    }
    distance++;
  }
}
