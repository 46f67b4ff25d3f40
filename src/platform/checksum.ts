import { concat } from "../model/concat.ts";

/** A checksum that detects damage, not forgery: FNV-1a over words of 32 bits, in two lanes. */

/** Bytes that a checksum takes. */
export const CHECKSUM_BYTES = 8;

/** The bytes with their checksum behind them. */
export function withChecksum(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  return concat([bytes, checksumOf(bytes)]);
}

/** What stands before the checksum; undefined when they do not fit. */
export function withoutChecksum<B extends ArrayBufferLike>(all: Uint8Array<B>): Uint8Array<B> | undefined {
  const end = all.length - CHECKSUM_BYTES;
  if (end < 0) return undefined;
  const bytes = all.subarray(0, end);
  return checksumOf(bytes).every((byte, at) => byte === all[end + at]) ? bytes : undefined;
}

/** What stands before the checksum, damaged or not. */
export function unchecked(all: Uint8Array): Uint8Array {
  return all.subarray(0, Math.max(0, all.length - CHECKSUM_BYTES));
}

function checksumOf(bytes: Uint8Array): Uint8Array {
  const aligned = bytes.byteOffset % 4 === 0 ? bytes : bytes.slice();
  const words = new Uint32Array(aligned.buffer, aligned.byteOffset, aligned.length >>> 2);
  const lanes = new Uint32Array([0x811c9dc5 ^ bytes.length, 0x9e3779b9]);
  let [one = 0, other = 0] = lanes;
  for (let at = 0; at < words.length; at++) {
    one = Math.imul(one ^ words[at]!, 0x01000193);
    other = Math.imul((other << 13 | other >>> 19) ^ words[at]!, 0x85ebca6b);
  }
  for (let at = words.length * 4; at < aligned.length; at++) {
    one = Math.imul(one ^ aligned[at]!, 0x01000193);
    other = Math.imul((other << 13 | other >>> 19) ^ aligned[at]!, 0x85ebca6b);
  }
  lanes.set([one, other]);
  return new Uint8Array(lanes.buffer);
}
