import assert from "node:assert/strict";
import { fetchNote, isNear, readFetchNote } from "../../src/engine/fetch_note.ts";

Deno.test("fetch note: what was written is read, anything else says that nothing is here", () => {
  const progress = { here: 3, all: 20, startedAt: 1_700_000_000_000, isReady: false };
  assert.deepEqual(readFetchNote(fetchNote(progress)), progress);
  const ready = { ...progress, isReady: true };
  assert.deepEqual(readFetchNote(fetchNote(ready)), ready);
  const nothing = { here: 0, all: 0, startedAt: 0, isReady: false };
  for (const text of ["", "3 20", "a b c 1", "3 20 5 1 6", "-1 2 3 0"]) {
    assert.deepEqual(readFetchNote(new TextEncoder().encode(text)), nothing, text);
  }
  assert.deepEqual(readFetchNote(undefined), nothing);
});

Deno.test("fetch note: near is what its pace brings here in time", () => {
  const progress = { here: 5, all: 20, startedAt: 1000, isReady: false };
  // Five in half a second: twenty two seconds after the beginning.
  assert.equal(isNear(progress, { now: 1500, until: 3001 }), true);
  assert.equal(isNear(progress, { now: 1500, until: 3000 }), false);
  assert.equal(isNear({ ...progress, here: 0 }, { now: 1500, until: 9000 }), false);
});
