import assert from "node:assert/strict";
import { Removals } from "../../src/pipeline/run_summary.ts";
import type { Sanitizer } from "../../src/safety/sanitize.ts";

Deno.test("removals: added up by kind, kinds by name", () => {
  const removed = [["b", 1], ["c", 1], ["a", 2], ["b", 3]] as const;
  const sanitizer = {
    line: (raw: string) => ({
      text: raw,
      injections: 2,
      redactions: [{ kind: removed[Number(raw)]![0], count: removed[Number(raw)]![1] }],
    }),
  };
  const removals = new Removals(sanitizer as unknown as Sanitizer);
  for (const at of removed.keys()) removals.line(String(at));
  assert.deepEqual(removals.redactions, [
    { kind: "a", count: 2 },
    { kind: "b", count: 4 },
    { kind: "c", count: 1 },
  ]);
  assert.equal(removals.injections, 8);
});
