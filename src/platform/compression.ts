import { attempt } from "../model/attempt.ts";
import { gunzipSync, gzipSync } from "node:zlib";

/** The bytes, gzipped; equal bytes give equal results. */
export function compress(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  return new Uint8Array(gzipSync(bytes, { level: 4 }));
}

/** Inverse of {@link compress}; undefined for what is no gzip, is cut off, or would be longer than `most` bytes. */
export function decompress(bytes: Uint8Array, most: number): Uint8Array<ArrayBuffer> | undefined {
  return attempt(() => new Uint8Array(gunzipSync(bytes, { maxOutputLength: most })));
}
