import { gunzipSync } from "node:zlib";

/**
 * The bytes of an embedded asset, unpacked; undefined when there is none of that name.
 *
 * @param folder absolute, ends with a slash
 */
export function readAsset(folder: string, name: string): Uint8Array | undefined {
  try {
    const bytes = Deno.readFileSync(`${folder}${name}.grammar`);
    const isPacked = bytes[0] === 0x1f && bytes[1] === 0x8b;
    return isPacked ? new Uint8Array(gunzipSync(bytes)) : bytes;
  } catch {
    return undefined;
  }
}
