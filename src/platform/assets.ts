import { brotliDecompressSync } from "node:zlib";
import { attempt } from "../model/attempt.ts";
import { once } from "../model/once.ts";
import type { PackedFiles } from "../model/sandbox.ts";
import { ASSETS } from "./program.ts";

/** Name of the embedded file that lists the files attached to the program. */
export const ATTACHED_FILE = "attached.json";

/** Content of that file. */
export interface Attached extends Pick<PackedFiles & object, "places"> {
  /** Digest of the files, which they begin with: an executable that was replaced has others. */
  readonly tag: string;
  /** Bytes of the tag and the files. */
  readonly length: number;
}

/**
 * The program's packed files, needed to start any sandboxed worker. On Linux they lie between the runtime and the embedded
 * section, because the runtime copies that section at every start. First called while this thread may read the executable;
 * kept, because a long-lived process may outlive its executable.
 */
export const packedFiles: () => PackedFiles = once(() => attempt(attachedFiles) ?? ASSETS);

/** The last 8 bytes of the executable are the length of the embedded section. */
function attachedFiles(): PackedFiles | undefined {
  const { tag, length, places }: Attached = JSON.parse(Deno.readTextFileSync(`${ASSETS}${ATTACHED_FILE}`));
  using file = Deno.openSync(Deno.execPath());
  const last = new BigUint64Array(1);
  file.seekSync(-last.byteLength, Deno.SeekMode.End);
  file.readSync(new Uint8Array(last.buffer));
  file.seekSync(-Number(last[0]) - length, Deno.SeekMode.End);
  const bytes = new Uint8Array(new SharedArrayBuffer(length));
  for (let done = 0; done < length;) done += file.readSync(bytes.subarray(done)) ?? length;
  return new TextDecoder().decode(bytes.slice(0, tag.length)) === tag ? { bytes, places } : undefined;
}

/** A packed file's bytes, as they are stored. Throws if there is none with that name. */
export function packedFile(files: PackedFiles, name: string): Uint8Array {
  if (typeof files === "string") return Deno.readFileSync(`${files}${name}`);
  const [start, end] = files.places[name]!;
  return files.bytes.subarray(start, end);
}

/** The decompressed bytes of a packed WebAssembly module; undefined if there is none with that name. */
export function readAsset(files: PackedFiles, name: string): Uint8Array | undefined {
  return attempt(() => new Uint8Array(brotliDecompressSync(packedFile(files, `${name}.grammar`))));
}
