import { parseTarGzip } from "nanotar";
import { sha256OfBytes, UserFilesError } from "./user_files.ts";

/** Milliseconds for a small file, and without any byte of a large one. */
const PATIENCE_MS = 20_000;

/** Whether files may be fetched from this address: encrypted, or on this machine. */
export function isFetchable(address: string): boolean {
  return /^https:\/\/|^http:\/\/(?:127\.0\.0\.1|localhost)(?::\d+)?(?:\/|$)/.test(address);
}

/**
 * Fetches a file whole.
 *
 * @param largest bytes; a larger file is refused
 * @throws UserFilesError when it cannot be had
 */
export async function fetchFile(address: string, largest: number): Promise<Uint8Array<ArrayBuffer>> {
  const control = new AbortController();
  let timer = setTimeout(() => control.abort(), PATIENCE_MS);
  try {
    const response = await fetch(address, { signal: control.signal });
    if (!response.ok || !response.body) throw new Error(`the server answered with status ${response.status}`);
    if (!isFetchable(response.url)) {
      throw new Error(`it leads to an address without encryption: ${response.url}`);
    }
    const parts: Uint8Array<ArrayBuffer>[] = [];
    let size = 0;
    for await (const part of response.body) {
      clearTimeout(timer);
      timer = setTimeout(() => control.abort(), PATIENCE_MS);
      size += part.length;
      if (size > largest) throw new Error(`it is larger than ${largest} bytes`);
      parts.push(part as Uint8Array<ArrayBuffer>);
    }
    return new Uint8Array(await new Blob(parts).arrayBuffer());
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new UserFilesError(`cannot fetch ${address}: ${why}; check the connection; nothing was changed`);
  } finally {
    clearTimeout(timer);
  }
}

/**
 * The bytes of the file `name` in a gzipped tar archive.
 *
 * @param sum SHA-256 that the archive must have, lower-case hexadecimal
 * @throws UserFilesError when it has another one, or no such file
 */
export async function fileInArchive(
  archive: Uint8Array<ArrayBuffer>,
  { name, sum }: { name: string; sum: string },
): Promise<Uint8Array> {
  if (await sha256OfBytes(archive) !== sum) {
    throw new UserFilesError(
      "the download does not match its checksum; run this again; if it stays so, do not use it; nothing was changed",
    );
  }
  const files = await parseTarGzip(archive, { filter: (file) => file.name === name });
  const data = files[0]?.data;
  if (data === undefined) throw new UserFilesError(`the archive has no file ${name}; nothing was changed`);
  return data;
}
