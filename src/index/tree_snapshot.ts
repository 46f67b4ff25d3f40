import type { FileRole } from "../model/calls.ts";
import { ROLES } from "./lexical_index.ts";
import { concat } from "../model/concat.ts";

/** The last known state of a work tree: the blob of each path. Parallel columns, sorted by path. */
export interface TreeSnapshot {
  readonly paths: readonly string[];
  /** Blob number; 0 if the file is only listed. */
  readonly blobs: Uint32Array<ArrayBuffer>;
  /**
   * Signature of size, times and inode, 64 bits in two halves, see `tree_status.ts`; 0 for a file that was not read.
   */
  readonly signatures: Uint32Array<ArrayBuffer>;
  /** Indexes into KINDS. */
  readonly kinds: Uint8Array<ArrayBuffer>;
  /** Indexes into ROLES. */
  readonly roles: Uint8Array<ArrayBuffer>;
  /** Indexes into `languageNames`. */
  readonly languages: Uint8Array<ArrayBuffer>;
  readonly languageNames: readonly string[];
}

/** A snapshot of files not yet checked. */
export function newSnapshot(
  files: readonly { readonly path: string; readonly role: FileRole }[],
  pending: number,
): TreeSnapshot {
  const count = files.length;
  return {
    paths: files.map((file) => file.path),
    blobs: new Uint32Array(count),
    signatures: new Uint32Array(count * 2),
    kinds: new Uint8Array(count).fill(pending),
    roles: Uint8Array.from(files, (file) => ROLES.indexOf(file.role)),
    languages: new Uint8Array(count),
    languageNames: [""],
  };
}

/** Encodes all columns except the paths. */
export function encodeState(snapshot: TreeSnapshot): Uint8Array<ArrayBuffer> {
  const names = new TextEncoder().encode(snapshot.languageNames.join("\n"));
  const { blobs, signatures, kinds, roles, languages } = snapshot;
  const head = Uint32Array.of(blobs.length, names.length);
  return concat([head, blobs, signatures, kinds, roles, languages, names]);
}

/** Inverse of {@link encodeState}; undefined if it does not fit the paths. */
export function decodeState(stored: Uint8Array, paths: readonly string[]): TreeSnapshot | undefined {
  const bytes = stored.slice();
  if (bytes.length < 8) return undefined;
  const [count = 0, nameBytes = 0] = new Uint32Array(bytes.buffer, 0, 2);
  if (count !== paths.length || bytes.length !== 8 + count * 15 + nameBytes) return undefined;
  const column = (at: number): Uint8Array<ArrayBuffer> => new Uint8Array(bytes.buffer, 8 + count * at, count);
  return {
    paths,
    blobs: new Uint32Array(bytes.buffer, 8, count),
    signatures: new Uint32Array(bytes.buffer, 8 + count * 4, count * 2),
    kinds: column(12),
    roles: column(13),
    languages: column(14),
    languageNames: new TextDecoder().decode(bytes.subarray(8 + count * 15)).split("\n"),
  };
}

/** The blob column of an encoded state. */
export function blobsOfState(stored: Uint8Array): Uint32Array {
  if (stored.length < 8) return new Uint32Array(0);
  const count = new DataView(stored.buffer, stored.byteOffset).getUint32(0, true);
  return 8 + count * 4 > stored.length
    ? new Uint32Array(0)
    : new Uint32Array(stored.slice(8, 8 + count * 4).buffer);
}

/** Encodes paths, separated by NUL, the only byte that git does not allow in a path. */
export function encodePaths(paths: readonly string[]): Uint8Array {
  return new TextEncoder().encode(paths.join("\0"));
}

/** Inverse of {@link encodePaths}. */
export function decodePaths(bytes: Uint8Array): string[] {
  return bytes.length === 0 ? [] : new TextDecoder().decode(bytes).split("\0");
}
