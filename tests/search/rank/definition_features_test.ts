import assert from "node:assert/strict";
import { buildMemoryIndex } from "../../support/memory_index.ts";
import { type SearchQuery } from "../../../src/search/query/search_query.ts";
import { queryOf } from "../../support/query.ts";
import { featureTable } from "../../../src/search/rank/feature_table.ts";
import { DEFINITION_FEATURES, definitionCandidates } from "../../../src/search/rank/definition_features.ts";
import { testParser } from "../../syntax/support.ts";

const parser = await testParser();

/** Some features of each definition of one file, by its name. */
function valuesOf(text: string, query: SearchQuery, ids: readonly string[]): Record<string, number[]> {
  const index = buildMemoryIndex([{ path: "shop/store.py", text }], parser);
  const table = featureTable(query, index);
  const found = definitionCandidates(table, { order: [0], scores: Float32Array.of(1) });
  const places = ids.map((id) => Object.keys(DEFINITION_FEATURES).indexOf(id));
  return Object.fromEntries(found.map(({ definition, values }) => [
    definition.name,
    places.map((at) => Math.round(values[at]! * 1000) / 1000),
  ]));
}

Deno.test("definitions: frames of a trace count by their distance from the fault, those elsewhere not at all", () => {
  const text = `def load(path):
    return cut(path)

def cut(path):
    return run(path)
`;
  const query = queryOf(`It fails:
Traceback (most recent call last):
  File "shop/store.py", line 2, in load
    return cut(path)
  File "shop/store.py", line 5, in cut
    return run(path)
  File "/usr/lib/other.py", line 3, in run
    raise ValueError
ValueError: no paper
`);
  assert.deepEqual(valuesOf(text, query, ["framed", "framed_line"]), { load: [0.5, 0.5], cut: [1, 1] });
});
