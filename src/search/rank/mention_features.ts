import { type FeatureContext, type FeatureGroup, findPath, GrowingColumns } from "./features.ts";

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
    for (const { path } of query.question.terms.paths) {
      const files = findPath(path, index);
      for (const file of files) columns.raise("path_named", file, 1 / files.length ** 0.5);
    }
    traces(context, columns);
    return columns;
  },
};

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
