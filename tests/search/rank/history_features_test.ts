import assert from "node:assert/strict";
import { buildMemoryIndex } from "../../support/memory_index.ts";
import { queryOf } from "../../support/query.ts";
import { featureTable } from "../../../src/search/rank/feature_table.ts";
import { locateGroups } from "../../../src/search/rank/history_features.ts";
import { testParser } from "../../syntax/support.ts";
import { type Commit, historyOf } from "./press_history.ts";

const parser = await testParser();

/** The scaled feature for each file of the index, `f000.py` and so on, to three digits. */
function column(id: string, commits: readonly Commit[], { files = 4, text = "paper" } = {}): number[] {
  const sources = Array.from({ length: files }, (_, at) => ({ path: pathOf(at), text: `x = ${at}\n` }));
  const index = buildMemoryIndex(sources, parser);
  const table = featureTable(queryOf(text), index, locateGroups(historyOf(commits)));
  return [...table.columns.get(id)!].map((value) => Math.round(value * 1000) / 1000);
}

const pathOf = (at: number): string => `f${String(at).padStart(3, "0")}.py`;

Deno.test("history: of more than 100 commits like the question the best, of equal ones the newest", () => {
  const commits = [
    [0, "paper", ["gone.py"]],
    ...Array.from({ length: 101 }, (_, at): Commit => [at, "paper", [pathOf(at)]]),
    [200, "paper paper", [pathOf(101)]],
    [300, "stock", [pathOf(102)]],
  ] as const;
  const values = column("commit", commits, { files: 104 });
  assert.deepEqual(values.flatMap((value, file) => value === 0 ? [file] : []), [99, 100, 102, 103]);
  assert.equal(values[101], 1);
});

Deno.test("history: the messages of a commit speak for ten files of code, not for eleven", () => {
  const many = (from: number, count: number): string[] =>
    Array.from({ length: count }, (_, at) => pathOf(from + at));
  const values = column("messages", [
    [0, "paper", many(0, 10)],
    [1, "paper", many(10, 11)],
    [2, "stock", many(21, 1)],
  ], { files: 22 });
  assert.deepEqual(values.map((value) => value > 0), [...Array(10).fill(true), ...Array(12).fill(false)]);
});

Deno.test("history: without a live file, or without words, nothing is said", () => {
  assert.deepEqual(column("commit", [[0, "paper", ["gone.py"]]]), [0, 0, 0, 0]);
  assert.deepEqual(column("messages", [[0, "", ["f000.py"]]]), [0, 0, 0, 0]);
});

Deno.test("history: an empty one has no columns", () => {
  const table = featureTable(
    queryOf("paper"),
    buildMemoryIndex([{ path: "a.py", text: "x = 1\n" }], parser),
    locateGroups(historyOf([])),
  );
  assert.equal(table.columns.has("commit"), false);
});
