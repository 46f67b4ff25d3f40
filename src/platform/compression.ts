import { attempt } from "../model/attempt.ts";
import { gunzipSync, gzipSync } from "node:zlib";

/** Compresses bytes with gzip; equal inputs give equal outputs. */
export function compress(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  return new Uint8Array(gzipSync(bytes, { level: 4 }));
}

/**
 * Inverse of {@link compress}; undefined if the bytes are not gzip, are truncated, or decompress to more than `most`
 * bytes.
 */
export function decompress(bytes: Uint8Array, most: number): Uint8Array<ArrayBuffer> | undefined {
  return attempt(() => {
    const unpacked = gunzipSync(bytes, { maxOutputLength: most, chunkSize: CHUNK });
    const { buffer, byteOffset, length } = unpacked;
    // Short buffers may be part of a buffer shared by the runtime.
    return length > CHUNK && buffer instanceof ArrayBuffer
      ? new Uint8Array(buffer, byteOffset, length)
      : new Uint8Array(unpacked);
  });
}

/** Chunk size in bytes; the default of 16 kB takes a quarter longer to concatenate. */
const CHUNK = 1024 * 1024;
