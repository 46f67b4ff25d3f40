import type { FeatureGroup } from "./features.ts";

/** What a file is like, whatever the question. */
export const PRIOR_GROUP: FeatureGroup = {
  id: "prior",
  specs: [
    { id: "is_test", doc: "a test or a test's helper", scaling: "raw", free: true },
    { id: "is_text", doc: "a document or data", scaling: "raw", free: true },
    { id: "is_aside", doc: "docs, examples, benchmarks, tools", scaling: "raw", free: true },
    { id: "is_entry", doc: "a package's entry file, often only re-exports", scaling: "raw", free: true },
    { id: "is_legacy", doc: "compatibility, deprecated or vendored code", scaling: "raw", free: true },
    { id: "is_declaration", doc: "declares types of what stands elsewhere", scaling: "raw", free: true },
    { id: "has_names", doc: "it defines something", scaling: "raw", free: true },
    { id: "length", doc: "logarithm of the file's tokens", scaling: "fifth", free: true },
    { id: "chunks", doc: "logarithm of the number of definitions", scaling: "fifth", free: true },
    { id: "depth", doc: "folders above the file", scaling: "fifth", free: true },
    { id: "ending_share", doc: "share of files with the same ending", scaling: "raw", free: true },
  ],
  compute({ index, paths }) {
    const { lengths: { code, doc, str, def }, chunkCount } = index.files;
    return new Map([
      ["is_test", new Float32Array(paths.test)],
      ["is_text", new Float32Array(paths.text)],
      ["is_aside", new Float32Array(paths.aside)],
      ["is_entry", new Float32Array(paths.entry)],
      ["is_legacy", new Float32Array(paths.legacy)],
      ["is_declaration", new Float32Array(paths.declaration)],
      ["has_names", Float32Array.from(def, (length) => length > 0 ? 1 : 0)],
      ["length", logarithms(code.length, (file) => code[file]! + doc[file]! + str[file]!)],
      ["chunks", logarithms(chunkCount.length, (file) => Math.max(0, chunkCount[file]! - 1))],
      ["depth", new Float32Array(paths.depths)],
      ["ending_share", paths.endingShares.slice()],
    ]);
  },
};

function logarithms(count: number, of: (file: number) => number): Float32Array {
  const column = new Float32Array(count);
  for (let file = 0; file < count; file++) column[file] = Math.log1p(of(file));
  return column;
}
