import assert from "node:assert/strict";
import { buildMemoryIndex } from "../../../src/index/memory_index.ts";
import { type QueryViews, queryViews, VIEWS } from "../../../src/search/query/fields.ts";
import { featureTable } from "../../../src/search/rank/feature_table.ts";
import { FUNCTION_SPECS, functionCandidates } from "../../../src/search/rank/function_features.ts";
import { testParser } from "../../syntax/support.ts";

const parser = await testParser();

/** Some features of each definition of one file, by its name. */
function valuesOf(text: string, query: QueryViews, ids: readonly string[]): Record<string, number[]> {
  const index = buildMemoryIndex([{ path: "shop/store.py", text }], parser);
  const table = featureTable(query, index);
  const found = functionCandidates(table, { order: [0], scores: Float32Array.of(1) });
  const places = ids.map((id) => FUNCTION_SPECS.findIndex((spec) => spec.id === id));
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
  const query = queryViews(`It fails:
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

Deno.test("definitions: the words of a name behind its first that the question has, or its title", () => {
  const text = `def paper_order():
    pass

def order_stock():
    pass

def stock_stock():
    pass

def paper():
    pass

def _():
    pass
`;
  const rows = { paper: { A: 1, T: 1 }, order: { A: 1 }, stock: { W: 1 } } as const;
  const terms = Object.entries(rows).map(([term, row]): [string, Float64Array] => [
    term,
    Float64Array.from(VIEWS, (view) => Object.entries(row).find(([one]) => one === view)?.[1] ?? 0),
  ]);
  const query = { ...queryViews("x"), terms: new Map(terms) } as QueryViews;
  assert.deepEqual(valuesOf(text, query, ["cover_A", "cover_T", "parts"]), {
    paper_order: [1, 0.5, 0.6],
    order_stock: [0.5, 0, 0.6],
    stock_stock: [0, 0, 0.6],
    paper: [1, 1, 0.2],
    _: [0, 0, 0],
  });
});
