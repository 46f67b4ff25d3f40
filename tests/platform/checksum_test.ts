import assert from "node:assert/strict";
import { withChecksum, withoutChecksum } from "../../src/platform/checksum.ts";
import { random as seeded } from "../support/random.ts";

Deno.test("checksum: bytes come back, every flipped bit, cut and added byte is noticed", () => {
  const random = seeded(7);
  for (const length of [0, 1, 3, 4, 5, 64, 257]) {
    const bytes = new Uint8Array(length).map(() => Math.floor(random() * 256));
    const all = withChecksum(bytes);
    assert.deepEqual(withoutChecksum(all), bytes);
    for (let bit = 0; bit < all.length * 8; bit++) {
      const damaged = all.slice();
      damaged[bit >>> 3]! ^= 1 << (bit & 7);
      assert.equal(withoutChecksum(damaged), undefined, `bit ${bit} of ${length} bytes`);
    }
    for (let cut = 0; cut < all.length; cut++) assert.equal(withoutChecksum(all.slice(0, cut)), undefined);
    assert.equal(withoutChecksum(new Uint8Array([...all, 0])), undefined);
  }
});

Deno.test("checksum: bytes that begin anywhere in their buffer", () => {
  const bytes = new Uint8Array([1, 2, 3, 4, 5, 6, 7, 8, 9]);
  assert.deepEqual(withChecksum(bytes.subarray(1)), withChecksum(bytes.slice(1)));
});
