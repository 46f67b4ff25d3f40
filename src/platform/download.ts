import { parseTar } from "nanotar";
import { unpack } from "./compression.ts";
import { sha256 } from "./sha256.ts";
import { UserFilesError } from "./user_files.ts";

/** Timeout of a small file, and of a stalled download, in milliseconds. */
const PATIENCE_MS = 20_000;

const MAX_REDIRECTS = 10;

/** Maximum size of an archive with the program, and of what it unpacks to, in bytes; the program has 92 MB. */
export const LARGEST_PROGRAM: number = 160 * 1024 * 1024;

/** True if files may be downloaded from this address: it is encrypted, or on this machine. */
export function isFetchable(address: string): boolean {
  return /^https:\/\/|^http:\/\/(?:127\.0\.0\.1|localhost)(?::\d+)?(?:\/|$)/.test(address);
}

/**
 * Downloads a file.
 *
 * @param largest maximum size in bytes
 * @throws UserFilesError if the download fails
 */
export async function fetchFile(address: string, largest: number): Promise<Uint8Array<ArrayBuffer>> {
  const control = new AbortController();
  let timer = setTimeout(() => control.abort(), PATIENCE_MS);
  try {
    const response = await followRedirects(address, control.signal);
    if (!response.ok || !response.body) throw new Error(`the server answered with status ${response.status}`);
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

/** Follows redirects one by one, because a single unencrypted hop could change the target. */
async function followRedirects(address: string, signal: AbortSignal): Promise<Response> {
  let target = address;
  for (let hops = 0; hops <= MAX_REDIRECTS; hops++) {
    const response = await fetch(target, { signal, redirect: "manual" });
    const location = response.headers.get("location");
    if (response.status < 300 || response.status > 399 || location === null) return response;
    await response.body?.cancel();
    target = new URL(location, target).href;
    if (!isFetchable(target)) throw new Error(`it leads to an address without encryption: ${target}`);
  }
  throw new Error(`more than ${MAX_REDIRECTS} redirects`);
}

/**
 * Extracts the file `name` from a gzipped tar archive.
 *
 * @param sum expected SHA-256 of the archive, lower-case hexadecimal
 * @throws UserFilesError if the checksum differs, the archive is too large or the file is missing
 */
export function fileInArchive(
  archive: Uint8Array<ArrayBuffer>,
  { name, sum }: { name: string; sum: string },
): Uint8Array {
  if (sha256(archive) !== sum) {
    throw new UserFilesError(
      "the download does not match its checksum; run this again; if it stays so, do not use it; nothing was changed",
    );
  }
  const unpacked = unpack("gzip", archive, { most: LARGEST_PROGRAM });
  if (unpacked === undefined) {
    throw new UserFilesError(
      `the download is damaged or unpacks to more than ${LARGEST_PROGRAM} bytes; nothing was changed`,
    );
  }
  const data = parseTar(unpacked, { filter: (file) => file.name === name })[0]?.data;
  if (data === undefined) throw new UserFilesError(`the archive has no file ${name}; nothing was changed`);
  return data;
}
