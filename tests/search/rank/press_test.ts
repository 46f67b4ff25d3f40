import assert from "node:assert/strict";
import { buildMemoryIndex } from "../../support/memory_index.ts";
import { queryOf } from "../../support/query.ts";
import { search } from "../../../src/search/rank/search.ts";
import { translateQuery } from "../../../src/text/query_translation.ts";
import { testParser } from "../../syntax/support.ts";
import { parseFixture } from "../../support/fixture.ts";
import { PRESS, QUESTIONS } from "./press.ts";

const files = [...parseFixture(PRESS)].map(([path, text]) => ({ path, text }));
const index = buildMemoryIndex(files, await testParser());

interface Row {
  readonly id: string;
  /** Rank of the gold file, 0 when it is not found. */
  readonly rank: number;
  /** Whether the definition shown there is the expected one; absent when none is expected. */
  readonly symbol?: boolean;
}

function ask(): Row[] {
  return QUESTIONS.map(({ id, text, gold, symbol }) => {
    const query = queryOf(text, { translations: translateQuery(text) });
    const hits = search(query, index).files;
    const rank = 1 + hits.findIndex((hit) => hit.path === gold);
    return symbol === undefined ? { id, rank } : { id, rank, symbol: hits[rank - 1]?.symbol === symbol };
  });
}

Deno.test("what a prompt names outright comes first", () => {
  const outright = ["name", "class", "qualified", "method", "path", "file", "place", "zh-name"];
  const wrong = ask().filter((row) => outright.includes(row.id) && (row.rank !== 1 || row.symbol === false));
  assert.deepEqual(wrong, []);
});

Deno.test("every score is explained by its reasons", () => {
  const { files: hits } = search(queryOf("Where are form tokens checked on incoming requests?"), index);
  assert(hits.length > 1);
  for (const { score, reasons } of hits) {
    const sum = reasons.reduce((total, reason) => total + reason.value, 0);
    assert(Math.abs(sum - score) < 1e-3, `${sum} explains ${score}`);
  }
});
