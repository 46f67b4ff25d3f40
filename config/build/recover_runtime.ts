import { Buffer } from "node:buffer";
import { createHash, type Hash } from "node:crypto";

/**
 * Takes Deno's runtime for compiled programs (`denort`) out of a program that was compiled with it, for machines that
 * cannot reach Deno's own site. A compiled Linux program is the runtime, then its data, then a trailer of 16 bytes that
 * ends with the length of all that was added. Run as:
 * `deno run -A config/build/recover_runtime.ts TARBALL SHA512 MEMBER OUTPUT SHA256`, where SHA512 is the
 * tarball's digest (`sha512-` and base64, as package locks write it), MEMBER the program inside the gzipped tarball and
 * SHA256 the digest of the runtime in hexadecimal.
 */

const TRAILER_BYTES = 16;
const TRAILER_MAGIC = 0x501e;
const TAR_BLOCK = 512;

/** The arguments of the script, by name. */
export interface RecoverOptions {
  readonly tarball: string;
  readonly sha512: string;
  readonly member: string;
  readonly output: string;
  readonly sha256: string;
}

/**
 * Writes the runtime to `output`, mode 755, by rename. Only a runtime with the expected digest ever gets that name.
 *
 * @throws {Error} when a digest differs or the program is not of the expected form.
 */
export async function recoverRuntime(options: RecoverOptions): Promise<void> {
  const { tarball, sha512, member, output, sha256 } = options;
  const found = `sha512-${(await digest(tarball, createHash("sha512"))).toString("base64")}`;
  if (found !== sha512) throw new Error(`the download is damaged: ${tarball} has ${found}`);
  const temp = `${output}.new`;
  try {
    await extractMember(tarball, { member, output: temp });
    await Deno.truncate(temp, await runtimeLength(temp));
    const hash = (await digest(temp, createHash("sha256"))).toString("hex");
    if (hash !== sha256) throw new Error(`the runtime in ${tarball} is not the expected one: sha256 ${hash}`);
    await Deno.chmod(temp, 0o755);
    await Deno.rename(temp, output);
  } finally {
    await Deno.remove(temp).catch(() => undefined);
  }
}

/** How many bytes at the front of a compiled program are the runtime itself. */
async function runtimeLength(path: string): Promise<number> {
  using file = await Deno.open(path);
  const { size } = await file.stat();
  const trailer = new Uint8Array(TRAILER_BYTES);
  await file.seek(-TRAILER_BYTES, Deno.SeekMode.End);
  if (await file.read(trailer) !== TRAILER_BYTES) {
    throw new Error(`too short for a compiled program: ${path}`);
  }
  const view = new DataView(trailer.buffer);
  const added = Number(view.getBigUint64(8, true));
  if (view.getUint32(0, true) !== TRAILER_MAGIC || added > size) {
    throw new Error(`not a program compiled by this Deno: ${path}`);
  }
  return size - added;
}

async function extractMember(
  tarball: string,
  { member, output }: { member: string; output: string },
): Promise<void> {
  const packed = await Deno.open(tarball);
  const source = new ByteSource(packed.readable.pipeThrough(new DecompressionStream("gzip")));
  try {
    while (true) {
      const header = await source.take(TAR_BLOCK);
      if (header === undefined || header[0] === 0) throw new Error(`not in ${tarball}: ${member}`);
      const size = parseInt(text(header, 124, 12), 8);
      const name = [text(header, 345, 155), text(header, 0, 100)].filter((part) => part !== "").join("/");
      if (name === member) return await source.copy(size, output);
      await source.copy(Math.ceil(size / TAR_BLOCK) * TAR_BLOCK);
    }
  } finally {
    await source.close();
  }
}

/** Reads a stream in pieces of the sizes asked for. */
class ByteSource {
  readonly #reader: ReadableStreamDefaultReader<Uint8Array>;
  #rest: Uint8Array = new Uint8Array(0);

  constructor(stream: ReadableStream<Uint8Array>) {
    this.#reader = stream.getReader();
  }

  /** The next `length` bytes; undefined when the stream ends before. */
  async take(length: number): Promise<Uint8Array | undefined> {
    const parts: Uint8Array[] = [];
    for (let missing = length; missing > 0;) {
      const part = await this.#next(missing);
      if (part === undefined) return undefined;
      parts.push(part);
      missing -= part.length;
    }
    return Buffer.concat(parts);
  }

  /** Passes the next `length` bytes on to a new file, or skips them when no file is named. */
  async copy(length: number, output?: string): Promise<void> {
    using file = output === undefined
      ? undefined
      : await Deno.open(output, { write: true, create: true, truncate: true });
    for (let missing = length; missing > 0;) {
      const part = await this.#next(missing);
      if (part === undefined) throw new Error(`the archive ends early: ${missing} bytes missing`);
      missing -= part.length;
      for (let done = 0; file !== undefined && done < part.length;) {
        done += await file.write(part.subarray(done));
      }
    }
  }

  async close(): Promise<void> {
    await this.#reader.cancel().catch(() => undefined);
  }

  async #next(most: number): Promise<Uint8Array | undefined> {
    if (this.#rest.length === 0) {
      const { value } = await this.#reader.read();
      if (value === undefined) return undefined;
      this.#rest = value;
    }
    const part = this.#rest.subarray(0, most);
    this.#rest = this.#rest.subarray(part.length);
    return part;
  }
}

function text(bytes: Uint8Array, start: number, length: number): string {
  return new TextDecoder().decode(bytes.subarray(start, start + length)).replace(/\0.*$/s, "");
}

async function digest(path: string, hash: Hash): Promise<Buffer> {
  using file = await Deno.open(path);
  const chunk = new Uint8Array(1 << 20);
  for (let n = await file.read(chunk); n !== null; n = await file.read(chunk)) {
    hash.update(chunk.subarray(0, n));
  }
  return hash.digest();
}

// Last, because the classes above exist only from here on.
if (import.meta.main) {
  const [tarball = "", sha512 = "", member = "", output = "", sha256 = ""] = Deno.args;
  try {
    await recoverRuntime({ tarball, sha512, member, output, sha256 });
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error));
    Deno.exit(1);
  }
}
