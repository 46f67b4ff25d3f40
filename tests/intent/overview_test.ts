import assert from "node:assert/strict";
import { asksForOverview } from "../../src/intent/overview.ts";

Deno.test("overview: a question for the whole repository is short", () => {
  const question = "how does this repo work";
  assert.equal(asksForOverview(question.padEnd(120)), true);
  assert.equal(asksForOverview(question.padEnd(121)), false);
});
