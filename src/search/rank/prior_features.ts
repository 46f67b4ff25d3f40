import type { LexicalIndex } from "../../index/lexical_index.ts";
import type { FeatureGroup, FeatureSpec } from "./features.ts";
import { pathTables } from "./path_tables.ts";

const prior = (id: string, doc: string): FeatureSpec => ({ id, doc, scaling: "raw", isPrior: true });

/** Traits of a file that depend on no question. */
export const PRIOR_GROUP: FeatureGroup = {
  id: "prior",
  specs: [
    prior("is_test", "a test or a test's helper"),
    prior("is_text", "a document or data"),
    prior("is_aside", "docs, examples, benchmarks, tools"),
    prior("has_names", "it defines something"),
  ],
  compute({ index }) {
    return { columns: index.lasting.get(priorsOf) };
  },
};

function priorsOf(index: LexicalIndex): ReadonlyMap<string, Float32Array> {
  const paths = pathTables(index);
  return new Map([
    ["is_test", new Float32Array(paths.test)],
    ["is_text", new Float32Array(paths.text)],
    ["is_aside", new Float32Array(paths.aside)],
    ["has_names", Float32Array.from(index.files.lengths.def, (names) => names > 0 ? 1 : 0)],
  ]);
}
