import type { FeatureGroup } from "./features.ts";

/** What a file is like, whatever the question. */
export const PRIOR_GROUP: FeatureGroup = {
  id: "prior",
  specs: [
    { id: "is_test", doc: "a test or a test's helper", scaling: "raw", free: true },
    { id: "is_text", doc: "a document or data", scaling: "raw", free: true },
    { id: "is_aside", doc: "docs, examples, benchmarks, tools", scaling: "raw", free: true },
    { id: "is_entry", doc: "a package's entry file, often only re-exports", scaling: "raw", free: true },
    { id: "is_migration", doc: "migrations and translations", scaling: "raw", free: true },
    { id: "is_legacy", doc: "compatibility, deprecated or vendored code", scaling: "raw", free: true },
    { id: "is_declaration", doc: "declares types of what stands elsewhere", scaling: "raw", free: true },
    { id: "length", doc: "logarithm of the file's tokens", scaling: "fifth", free: true },
    { id: "chunks", doc: "logarithm of the number of definitions", scaling: "fifth", free: true },
    { id: "depth", doc: "folders above the file", scaling: "fifth", free: true },
    { id: "ending_share", doc: "share of files with the same ending", scaling: "raw", free: true },
  ],
  compute({ index, paths }) {
    const { lengths: { code, doc, str }, chunkCount } = index.files;
    return new Map([
      ["is_test", Float32Array.from(paths.test)],
      ["is_text", Float32Array.from(paths.text)],
      ["is_aside", Float32Array.from(paths.aside)],
      ["is_entry", Float32Array.from(paths.entry)],
      ["is_migration", Float32Array.from(paths.migration)],
      ["is_legacy", Float32Array.from(paths.legacy)],
      ["is_declaration", Float32Array.from(paths.declaration)],
      ["length", Float32Array.from(code, (length, file) => Math.log1p(length + doc[file]! + str[file]!))],
      ["chunks", Float32Array.from(chunkCount, (count) => Math.log1p(Math.max(0, count - 1)))],
      ["depth", Float32Array.from(paths.depths)],
      ["ending_share", paths.endingShares.slice()],
    ]);
  },
};
