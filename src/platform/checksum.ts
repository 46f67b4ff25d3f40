/** A checksum against damage, not forgery: FNV-1a over 32-bit words, in two lanes. */

/** Size of a checksum in bytes. */
export const CHECKSUM_BYTES = 8;

/** Appends a checksum. */
export function withChecksum(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(bytes.length + CHECKSUM_BYTES);
  all.set(bytes);
  putWords(all, bytes.length, checksumOf(all, bytes.length));
  return all;
}

/** Removes and verifies the checksum; undefined if it does not match. */
export function withoutChecksum<B extends ArrayBufferLike>(all: Uint8Array<B>): Uint8Array<B> | undefined {
  const end = all.length - CHECKSUM_BYTES;
  if (end < 0) return undefined;
  const expected = new Uint8Array(CHECKSUM_BYTES);
  putWords(expected, 0, checksumOf(all, end));
  return expected.every((byte, at) => byte === all[end + at]) ? all.subarray(0, end) : undefined;
}

/** Removes the checksum without verifying it. */
export function unchecked(all: Uint8Array): Uint8Array {
  return all.subarray(0, Math.max(0, all.length - CHECKSUM_BYTES));
}

/** Checksum of the first `length` bytes. */
function checksumOf(bytes: Uint8Array, length: number): readonly [number, number] {
  const aligned = bytes.byteOffset % 4 === 0 ? bytes : bytes.slice(0, length);
  const words = new Uint32Array(aligned.buffer, aligned.byteOffset, length >>> 2);
  let one = 0x811c9dc5 ^ length;
  let other = 0x9e3779b9 | 0;
  for (let at = 0; at < words.length; at++) {
    const word = words[at]!;
    one = Math.imul(one ^ word, 0x01000193);
    other = Math.imul((other << 13 | other >>> 19) ^ word, 0x85ebca6b);
  }
  for (let at = words.length * 4; at < length; at++) {
    one = Math.imul(one ^ aligned[at]!, 0x01000193);
    other = Math.imul((other << 13 | other >>> 19) ^ aligned[at]!, 0x85ebca6b);
  }
  return [one, other];
}

function putWords(bytes: Uint8Array, start: number, words: readonly number[]): void {
  let at = start;
  for (const word of words) for (let shift = 0; shift < 32; shift += 8) bytes[at++] = word >>> shift;
}
