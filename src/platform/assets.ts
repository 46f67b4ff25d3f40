import { attempt } from "../model/attempt.ts";
import { brotliDecompressSync } from "node:zlib";

/**
 * The decompressed bytes of an embedded asset; undefined if there is none with that name.
 *
 * @param folder absolute, with a trailing slash
 */
export function readAsset(folder: string, name: string): Uint8Array | undefined {
  return attempt(() => new Uint8Array(brotliDecompressSync(Deno.readFileSync(`${folder}${name}.grammar`))));
}
