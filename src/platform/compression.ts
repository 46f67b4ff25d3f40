import { attempt } from "../model/attempt.ts";
import { gunzipSync, gzipSync } from "node:zlib";

/** The bytes, gzipped; equal bytes give equal results. */
export function compress(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  return new Uint8Array(gzipSync(bytes, { level: 4 }));
}

/** Inverse of {@link compress}; undefined for what is no gzip, is cut off, or would be longer than `most` bytes. */
export function decompress(bytes: Uint8Array, most: number): Uint8Array<ArrayBuffer> | undefined {
  return attempt(() => {
    const unpacked = gunzipSync(bytes, { maxOutputLength: most, chunkSize: CHUNK });
    const { buffer, byteOffset, length } = unpacked;
    // Short ones may lie in memory that the runtime shares out.
    return length > CHUNK && buffer instanceof ArrayBuffer
      ? new Uint8Array(buffer, byteOffset, length)
      : new Uint8Array(unpacked);
  });
}

/** The usual pieces of 16 kB take a quarter longer to put together. Bytes. */
const CHUNK = 1024 * 1024;
