import assert from "node:assert/strict";
import { remembered, rememberedKey, stillHolding } from "../../src/history/hotspots/remembered.ts";
import type { Hotspots } from "../../src/history/hotspots/rows.ts";

const DATA: Hotspots = {
  days: 30,
  since: "2026-01-01",
  until: "2026-01-31",
  commits: 3,
  hotspots: [{
    path: "a.ts",
    score: 1,
    commits: 3,
    authors: 1,
    lines_added: 2,
    lines_deleted: null,
    complexity: 4,
    is_complexity_guessed: false,
    last_changed: "2026-01-31",
    coupled: [{ path: "b.ts", support: 2, confidence: 0.5 }],
  }],
};

function filesOf(versions: Record<string, string>): { version(path: string): string | undefined } {
  return { version: (path) => versions[path] };
}

/** As it comes back from a file. */
function kept(): unknown {
  const basis = { measured: ["a.ts", "gone.ts"], others: ["b.ts", "never.ts", "a.ts"] };
  const files = filesOf({ "a.ts": "1", "b.ts": "1" });
  return JSON.parse(JSON.stringify(remembered({ summary: "one", data: DATA }, basis, files)));
}

Deno.test("a remembered answer holds while its files are as they were", () => {
  const holds = (versions: Record<string, string>): boolean =>
    stillHolding(kept(), filesOf(versions)) !== undefined;
  assert.deepEqual(stillHolding(kept(), filesOf({ "a.ts": "1", "b.ts": "1" }))?.data, DATA);
  assert.equal(holds({ "a.ts": "1", "b.ts": "2" }), true, "of a companion only its being there counts");
  assert.equal(holds({ "a.ts": "2", "b.ts": "1" }), false, "another content");
  assert.equal(holds({ "a.ts": "1" }), false, "a companion is gone");
  assert.equal(holds({ "a.ts": "1", "b.ts": "1", "gone.ts": "1" }), false, "a file is back");
  assert.equal(holds({ "a.ts": "1", "b.ts": "1", "never.ts": "1" }), false, "a file has come");
});

Deno.test("what does not have the shape of an answer is none", () => {
  const files = filesOf({ "a.ts": "1", "b.ts": "1" });
  const whole = kept() as { files: unknown[]; data: { hotspots: Record<string, unknown>[] } };
  const row = whole.data.hotspots[0]!;
  const withRow = (change: object): unknown => ({
    ...whole,
    data: { ...DATA, hotspots: [{ ...row, ...change }] },
  });
  assert.ok(stillHolding(withRow({}), files));
  for (
    const damaged of [
      undefined,
      [],
      {},
      { ...whole, summary: 1 },
      { ...whole, files: [["a.ts"]] },
      { ...whole, files: "a.ts" },
      { ...whole, data: { ...DATA, commits: "3" } },
      withRow({ score: "1" }),
      withRow({ lines_added: {} }),
      withRow({ most_complex: { symbol: 1 } }),
      withRow({ coupled: [{ path: "b.ts" }] }),
    ]
  ) assert.equal(stillHolding(damaged, files), undefined, JSON.stringify(damaged));
});

Deno.test("answers are told apart by HEAD, window and number", () => {
  const keys = [
    rememberedKey("a", { days: 30, top: 20 }),
    rememberedKey("b", { days: 30, top: 20 }),
    rememberedKey("a", { days: 3, top: 20 }),
    rememberedKey("a", { days: undefined, top: 20 }),
    rememberedKey("a", { days: 30, top: 2 }),
  ];
  assert.equal(new Set(keys).size, keys.length);
});
