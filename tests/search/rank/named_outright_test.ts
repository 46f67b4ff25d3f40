import assert from "node:assert/strict";
import { buildMemoryIndex } from "../../support/memory_index.ts";
import { queryOf } from "../../support/query.ts";
import { MODELS } from "../../../src/search/rank/feature_table.ts";
import { search } from "../../../src/search/rank/search.ts";
import { testParser } from "../../syntax/support.ts";

const parser = await testParser();
const index = buildMemoryIndex([
  { path: "belt/sorter.py", text: "def sort(item):\n    return item.parcel\n" },
  { path: "belt/motor.py", text: "def speed(volts):\n    return volts * 3\n" },
  { path: "belt/lamp.py", text: "def blink(times):\n    return times\n" },
], parser);

/** Makes a report of what would be a short prompt, in which what is named counts for more anyway. */
const STORY = "It goes on and off like this, and then again.\n".repeat(12);

function ranked(report: string): string[] {
  return search(queryOf(`${report}\n\n${STORY}`), index, { model: MODELS.locate }).files.map(({ path }) =>
    path
  );
}

Deno.test("locate: words decide where a report names nothing", () => {
  assert.deepEqual(ranked("Parcels get lost"), ["belt/sorter.py"]);
});
