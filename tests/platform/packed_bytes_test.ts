import assert from "node:assert/strict";
import { packBytes, unpackBytes } from "../../src/platform/packed_bytes.ts";

Deno.test("records come back as they were, long ones take less room", () => {
  for (const length of [0, 1, 255, 256, 5000]) {
    const bytes = Uint8Array.from({ length }, (_, at) => at % 7);
    const record = packBytes(bytes);
    assert.deepEqual([...unpackBytes(record)!], [...bytes]);
    assert.ok(length < 256 || record.length < length / 2);
  }
});

Deno.test("a damaged record is noticed", () => {
  const record = packBytes(Uint8Array.from({ length: 5000 }, (_, at) => at * at));
  assert.equal(unpackBytes(record.subarray(0, record.length - 1)), undefined);
  assert.equal(unpackBytes(new Uint8Array(0)), undefined);
  for (const at of [0, 100, record.length - 1]) {
    const damaged = record.slice();
    damaged[at]! ^= 0x10;
    assert.equal(unpackBytes(damaged), undefined, `byte ${at}`);
  }
});
