import { type FeatureContext, type FeatureGroup, GrowingColumns } from "./features.ts";
import { findPath } from "./find_path.ts";

/** Paths, addresses, modules and stack frames that name a file outright. */
export const MENTION_GROUP: FeatureGroup = {
  id: "mention",
  specs: [
    { id: "path_named", doc: "the question holds the file's path or name", scaling: "raw" },
    { id: "module_named", doc: "a dotted name in the question spells the file's path", scaling: "raw" },
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
    modules(context, columns);
    traces(context, columns);
    return columns;
  },
};

function mark(columns: GrowingColumns, id: string, files: readonly number[], value: number): void {
  for (const file of files) columns.raise(id, file, value / files.length ** 0.5);
}

const ENDINGS = [".py", "/__init__.py", ".go", ".rs", ".java", ".js", ".ts", ".rb", ".php"];

/** `package.module.Name` and `Package::Module` as paths, with and without the last name. */
function modules({ query, index }: FeatureContext, columns: GrowingColumns): void {
  const dotted = new Set(query.text.match(/\b[A-Za-z_]\w*(?:(?:\.|::|\\)\w+)+/g) ?? []);
  for (const name of dotted) {
    const parts = name.split(/\.|::|\\/);
    for (let length = parts.length; length >= Math.max(1, parts.length - 2); length--) {
      const files = length > 1 || parts[0]!.length > 3 ? filesSpelled(parts.slice(0, length), index) : [];
      if (files.length === 0) continue;
      mark(columns, "module_named", files, Math.min(1, 0.3 + 0.2 * length));
      break;
    }
  }
}

function filesSpelled(parts: readonly string[], index: FeatureContext["index"]): readonly number[] {
  for (const ending of ENDINGS) {
    const files = findWhole(parts.join("/") + ending, index);
    if (files.length > 0 && files.length <= 2) return files;
  }
  return [];
}

/** Unlike {@link findPath}, no leading part may be missing. */
function findWhole(path: string, index: FeatureContext["index"]): readonly number[] {
  return findPath(path, index).filter((file) => {
    const full = index.files.paths[file]!;
    return full === path || full.endsWith(`/${path}`);
  });
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
