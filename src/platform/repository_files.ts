import { SAMPLE_BYTES, SOURCE_BYTES } from "./limits.ts";
import { fileText, isWide } from "../model/decode.ts";
import { Memo } from "../model/memo.ts";
import type {
  FileGap,
  FileRole,
  FileText,
  JudgedPaths,
  RepositoryFile,
  RepositoryFiles,
} from "../model/calls.ts";
import { openPlain, readUpTo } from "./plain_file.ts";

/** Checks injected by the composition root. */
export interface ReaderChecks {
  /** Absolute real path if the file may be read, otherwise the reason. */
  readonly admit: (path: string) => { ok: true; absolute: string } | { ok: false; reason: string };
  /** False for paths that are never listed: sensitive, dependency, build and cache folders. */
  readonly listed: (path: string) => boolean;
  readonly roleOf: (path: string) => FileRole;
}

const BINARY_NAME =
  /\.(?:png|jpe?g|gif|webp|ico|bmp|tiff?|psd|pdf|zip|gz|bz2|xz|zst|7z|tar|jar|war|class|o|a|so|dylib|dll|exe|wasm|pyc|mo|woff2?|ttf|otf|eot|mp[34]|mov|avi|webm|ogg|wav|flac|sqlite3?|db|bin|dat|parquet|npy|npz|pkl|onnx|pt|node)$/i;

/** The repository's files below `root`; the path guard admits each before it is opened. */
export function createRepositoryFiles(
  listing: Uint8Array | readonly string[],
  checks: ReaderChecks,
): RepositoryFiles {
  const isText = (path: string): boolean => !BINARY_NAME.test(path) && checks.listed(path);
  let listed: readonly RepositoryFile[] | undefined;
  return {
    list: () => listed ??= listedFiles(listing, { ...checks, listed: isText }),
    read: (path) => read(path, checks),
    version: (path) => version(path, checks),
    memo: new Memo(undefined),
  };
}

/**
 * The permitted paths of a listing, without duplicates, sorted (UTF-16 code units).
 *
 * @param judged cached decisions of the path filter, because checking 86,000 paths takes half a second; default: none
 */
export function listedFiles(
  listing: Uint8Array | readonly string[],
  { listed, roleOf }: ReaderChecks,
  judged: JudgedPaths = NONE_JUDGED,
): RepositoryFile[] {
  const paths = listing instanceof Uint8Array ? new TextDecoder().decode(listing).split("\0") : listing;
  const files: RepositoryFile[] = [];
  let [at, last] = [0, ""];
  for (const path of paths.toSorted()) {
    if (path === last) continue;
    last = path;
    while (at < judged.paths.length && judged.paths[at]! < path) at++;
    if (judged.paths[at] === path) files.push({ path, role: judged.role(at) });
    else if (listed(path)) files.push({ path, role: roleOf(path) });
  }
  return files;
}

const NONE_JUDGED: JudgedPaths = { paths: [], role: () => "code" };

/** The first `limit` bytes of an admitted file. Throws the file system's errors. */
export function readAdmitted(absolute: string, limit: number): Uint8Array<ArrayBuffer> {
  using file = openPlain(absolute);
  return readUpTo(file, limit);
}

function read(path: string, checks: ReaderChecks): FileText | FileGap {
  const admitted = checks.admit(path);
  if (!admitted.ok) return admitted;
  try {
    const bytes = readAdmitted(admitted.absolute, SOURCE_BYTES);
    const isBinary = bytes.subarray(0, SAMPLE_BYTES).includes(0) && !isWide(bytes);
    return isBinary ? { ok: false, reason: "binary" } : { ok: true, text: fileText(path, bytes) };
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
