import type { LexicalIndex } from "../../index/lexical_index.ts";
import type { FeatureGroup } from "./features.ts";
import { pathTables } from "./path_tables.ts";

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
    { id: "length", doc: "logarithm of the file's tokens, by 5", scaling: "raw", free: true },
    { id: "chunks", doc: "logarithm of the number of definitions, by 5", scaling: "raw", free: true },
    { id: "depth", doc: "folders above the file, by 5", scaling: "raw", free: true },
    { id: "ending_share", doc: "share of files with the same ending", scaling: "raw", free: true },
  ],
  compute({ index }) {
    return { columns: index.lasting.get(priorsOf) };
  },
};

/** The columns of an index: they depend on no question. */
function priorsOf(index: LexicalIndex): ReadonlyMap<string, Float32Array> {
  const { files } = index;
  const paths = pathTables(index);
  const { lengths: { code, doc, str, def }, chunkCount, count } = files;
  const names = new Float32Array(count);
  const length = new Float32Array(count);
  const chunks = new Float32Array(count);
  for (let file = 0; file < count; file++) {
    names[file] = def[file]! > 0 ? 1 : 0;
    length[file] = Math.log1p(code[file]! + doc[file]! + str[file]!);
    chunks[file] = Math.log1p(Math.max(0, chunkCount[file]! - 1));
  }
  return new Map([
    ["is_test", new Float32Array(paths.test)],
    ["is_text", new Float32Array(paths.text)],
    ["is_aside", new Float32Array(paths.aside)],
    ["is_entry", new Float32Array(paths.entry)],
    ["is_legacy", new Float32Array(paths.legacy)],
    ["is_declaration", new Float32Array(paths.declaration)],
    ["has_names", names],
    ["length", fifth(length)],
    ["chunks", fifth(chunks)],
    ["depth", fifth(new Float32Array(paths.depths))],
    ["ending_share", paths.endingShares.slice()],
  ]);
}

/** Logarithms and depths come near the other features that way. */
function fifth(column: Float32Array): Float32Array {
  for (let file = 0; file < column.length; file++) column[file]! /= 5;
  return column;
}
