import { decodeText, isWide } from "../model/decode.ts";
import { Memo } from "../model/memo.ts";
import type { FileGap, FileRole, FileText, RepositoryFile, RepositoryFiles } from "../model/ports.ts";
import { openPlain, readUpTo } from "./plain_file.ts";

/** The checks the reader relies on; the composition root hands them in. */
export interface ReaderChecks {
  /** The absolute real path when the file may be read, else the reason. */
  readonly admit: (path: string) => { ok: true; absolute: string } | { ok: false; reason: string };
  /** False for paths that are never listed: sensitive, dependency, build and cache folders. */
  readonly listed: (path: string) => boolean;
  readonly roleOf: (path: string) => FileRole;
}

const DEFAULT_LIMIT = 1024 * 1024;
const BINARY_SAMPLE = 8000;
const BINARY_NAME =
  /\.(?:png|jpe?g|gif|webp|ico|bmp|tiff?|psd|pdf|zip|gz|bz2|xz|zst|7z|tar|jar|war|class|o|a|so|dylib|dll|exe|wasm|pyc|mo|woff2?|ttf|otf|eot|mp[34]|mov|avi|webm|ogg|wav|flac|sqlite3?|db|bin|dat|parquet|npy|npz|pkl|onnx|pt|node)$/i;

/** The repository's files below `root`, each admitted by the guard before it is opened. */
export function createRepositoryFiles(
  listing: Uint8Array | readonly string[],
  checks: ReaderChecks,
): RepositoryFiles {
  let listed: readonly RepositoryFile[] | undefined;
  return {
    list: () => listed ??= listOf(listing, checks),
    read: (path, limit = DEFAULT_LIMIT) => read(path, limit, checks),
    version: (path) => version(path, checks),
    memo: new Memo(undefined),
  };
}

function listOf(listing: Uint8Array | readonly string[], checks: ReaderChecks): RepositoryFile[] {
  const paths = listing instanceof Uint8Array ? new TextDecoder().decode(listing).split("\0") : listing;
  const seen = new Set<string>();
  for (const path of paths) {
    if (path !== "" && !BINARY_NAME.test(path) && checks.listed(path)) seen.add(path);
  }
  return [...seen].sort().map((path) => ({ path, role: checks.roleOf(path) }));
}

function read(path: string, limit: number, checks: ReaderChecks): FileText | FileGap {
  const admitted = checks.admit(path);
  if (!admitted.ok) return admitted;
  try {
    const { bytes, truncated } = readPart(admitted.absolute, limit);
    if (isBinary(bytes)) return { ok: false, reason: "binary" };
    return { ok: true, text: decodeText(bytes), truncated };
  } catch (error) {
    return { ok: false, reason: error instanceof Deno.errors.NotFound ? "missing" : "unreadable" };
  }
}

function version(path: string, checks: ReaderChecks): string | undefined {
  const admitted = checks.admit(path);
  if (!admitted.ok) return undefined;
  try {
    const { size, mtime } = Deno.lstatSync(admitted.absolute);
    return `${size.toString(16)}-${(mtime?.getTime() ?? 0).toString(16)}`;
  } catch {
    return undefined;
  }
}

function readPart(absolute: string, limit: number): { bytes: Uint8Array; truncated: boolean } {
  using file = openPlain(absolute);
  return { bytes: readUpTo(file, limit), truncated: file.statSync().size > limit };
}

function isBinary(bytes: Uint8Array): boolean {
  return bytes.subarray(0, BINARY_SAMPLE).includes(0) && !isWide(bytes);
}
