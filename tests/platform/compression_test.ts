import assert from "node:assert/strict";
import { deflateSync } from "node:zlib";
import { compress, decompress } from "../../src/platform/compression.ts";

const MEGABYTE = 1024 * 1024;

/** Bytes by which resident memory grew at most while `run` ran. */
function growth(run: () => void): number {
  const before = Deno.memoryUsage().rss;
  run();
  return Deno.memoryUsage().rss - before;
}

Deno.test("compressed bytes come back, truncated and damaged ones do not", () => {
  const bytes = Uint8Array.from({ length: 100_000 }, (_, at) => (at * at) >> 7);
  const packed = compress(bytes);
  assert.deepEqual(decompress(packed, bytes.length), bytes);
  assert.equal(decompress(packed, bytes.length - 1), undefined);
  assert.equal(decompress(packed.subarray(0, -9), bytes.length), undefined);
  const damaged = packed.slice();
  damaged[packed.length >> 1]! ^= 0x10;
  assert.equal(decompress(damaged, bytes.length), undefined);
});

Deno.test("unpacking stops at its bound, whatever the bytes would come to", () => {
  const bomb = deflateSync(new Uint8Array(1024 * MEGABYTE));
  const grown = growth(() => assert.equal(decompress(bomb, 16 * MEGABYTE), undefined));
  assert.ok(grown < 64 * MEGABYTE, `${grown} bytes`);
});
