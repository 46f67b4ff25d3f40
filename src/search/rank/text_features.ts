import { bigramScores } from "./bigram_scores.ts";
import { poolChunks } from "./chunk_pools.ts";
import { CHUNK_VIEWS, FAMILIES } from "./families.ts";
import type { FeatureGroup, FeatureSpec } from "./features.ts";

const FAMILY_SPECS: readonly FeatureSpec[] = FAMILIES.flatMap((family) =>
  family.views.map((view): FeatureSpec => ({
    id: `${family.id}_${view}`,
    doc: `BM25 of view ${view} over ${family.id}`,
    scaling: "peak",
    byTerms: true,
  }))
);

const POOL_SPECS: readonly FeatureSpec[] = CHUNK_VIEWS.flatMap((view): FeatureSpec[] => [
  { id: `best_${view}`, doc: `best chunk's BM25 of view ${view}`, scaling: "peak", byTerms: true },
  { id: `top3_${view}`, doc: `mean of the best three chunks, view ${view}`, scaling: "peak", byTerms: true },
  {
    id: `top8_${view}`,
    doc: `discounted sum of the best eight chunks, view ${view}`,
    scaling: "peak",
    byTerms: true,
  },
]);

/** BM25 of the whole file, its fields, its chunks and its word pairs. */
export const TEXT_GROUP: FeatureGroup = {
  id: "text",
  specs: [
    ...FAMILY_SPECS,
    ...POOL_SPECS,
    { id: "cover_A", doc: "share of the question's rarity found in the file", scaling: "raw", byTerms: true },
    { id: "cover_T", doc: "share of the title's rarity found in the file", scaling: "raw", byTerms: true },
    { id: "pairs_A", doc: "BM25 of the question's word pairs", scaling: "peak" },
    { id: "pairs_T", doc: "BM25 of the title's word pairs", scaling: "peak" },
    {
      id: "pairs_code",
      doc: "BM25 of the question's word pairs in identifiers",
      scaling: "peak",
    },
    {
      id: "pairs_doc",
      doc: "BM25 of the question's word pairs in comments and documents",
      scaling: "peak",
    },
    { id: "pairs_str", doc: "BM25 of the question's word pairs in strings", scaling: "peak" },
    { id: "pairs_chunk", doc: "word pairs in the file's best chunk", scaling: "peak" },
  ],
  compute({ query, index, text, wanted }) {
    const columns = new Map(text.files);
    // The columns of features are scaled in place, the pools stay as they are.
    const copies = new Map<Float32Array, Float32Array>();
    const copyOf = (column: Float32Array): Float32Array => {
      let copy = copies.get(column);
      if (!copy) copies.set(column, copy = column.slice());
      return copy;
    };
    for (const [view, scores] of text.chunks) {
      for (const part of ["best", "top3", "top8"] as const) {
        if (!wanted(`${part}_${view}`)) continue;
        columns.set(`${part}_${view}`, copyOf(poolChunks(scores, { index, text })[part]));
      }
    }
    columns.set("cover_A", text.coverage.A).set("cover_T", text.coverage.T);
    const pairs = bigramScores(query, index, { leftOut: text.leftOut, hasChunks: wanted("pairs_chunk") });
    if (!pairs) return { columns, files: new Set() };
    for (const [part, column] of Object.entries(pairs.columns)) columns.set(`pairs_${part}`, column);
    return { columns, files: pairs.files };
  },
};
