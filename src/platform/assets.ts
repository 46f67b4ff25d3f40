import { attempt } from "../model/attempt.ts";
import { brotliDecompressSync } from "node:zlib";

/**
 * The bytes of an embedded asset, unpacked; undefined when there is none of that name.
 *
 * @param folder absolute, ends with a slash
 */
export function readAsset(folder: string, name: string): Uint8Array | undefined {
  return attempt(() => new Uint8Array(brotliDecompressSync(Deno.readFileSync(`${folder}${name}.grammar`))));
}
