import assert from "node:assert/strict";
import { factKey, factOf } from "../../src/pipeline/facts.ts";

Deno.test("facts: figures, places and code of a claim are left out", () => {
  for (
    const [claim, fact] of [
      ["calls save: `save(user); // (twice)`", "calls save"],
      ["calls save (confidence 0.7): `save(user)`", "calls save"],
      ["uses save in line 3; distance 2", "uses save in line 3"],
      ["called by load in line 3", "called by load"],
    ] as const
  ) assert.equal(factOf(claim), fact);
  assert.equal(factKey("uses Store.save in line 3"), factKey("uses save in line 7"));
});
