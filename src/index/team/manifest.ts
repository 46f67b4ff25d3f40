import { ByteReader, ByteWriter } from "../bytes.ts";

/**
 * The entry stored under the key of a tree: an `ActionResult` of the Remote Execution API (version 2), so that servers
 * of Bazel's remote cache accept it, and those that validate results see which blobs it references. Only `output_files`
 * (field 2) is used, each with `path` (1) and `digest` (2): `hash` (1) and `size_bytes` (2).
 */

/** Content address of a blob. */
export interface Digest {
  /** SHA-256, 64 hexadecimal digits. */
  readonly hash: string;
  /** Size in bytes. */
  readonly size: number;
}

/** The blobs of one published index. */
export interface Manifest {
  /** The file listing; see `published_files.ts`. */
  readonly files: Digest;
  /** The parts, by number. */
  readonly parts: readonly Digest[];
}

/** Maximum size of a manifest in bytes. */
export const LARGEST_MANIFEST: number = 1024 * 1024;

const FILES = "files";
const PART = /^part\/(\d{1,6})$/;
const OUTPUT_FILES = 2;
const [PATH, DIGEST] = [1, 2];
const [HASH, SIZE] = [1, 2];

/** Encodes a manifest. */
export function encodeManifest({ files, parts }: Manifest): Uint8Array<ArrayBuffer> {
  const out = new ByteWriter();
  const put = (path: string, digest: Digest): void => {
    const content = message([[HASH, text(digest.hash)], [SIZE, digest.size]]);
    const named = message([[PATH, text(path)], [DIGEST, content]]);
    out.bytes(message([[OUTPUT_FILES, named]]));
  };
  put(FILES, files);
  parts.forEach((digest, number) => put(`part/${number}`, digest));
  return out.take();
}

/** Inverse of {@link encodeManifest}; undefined if the file listing or a part is missing. */
export function decodeManifest(bytes: Uint8Array): Manifest | undefined {
  const parts: Digest[] = [];
  let files: Digest | undefined;
  for (const { field, value } of fieldsOf(bytes)) {
    if (field !== OUTPUT_FILES || typeof value === "number") continue;
    const named = fieldsOf(value);
    const path = textOf(named.find(({ field }) => field === PATH)?.value);
    const digest = digestIn(named.find(({ field }) => field === DIGEST)?.value);
    const number = PART.exec(path)?.[1];
    if (digest === undefined) return undefined;
    if (path === FILES) files = digest;
    if (number !== undefined) parts[Number(number)] = digest;
  }
  const isWhole = parts.length === Object.keys(parts).length;
  return files && isWhole ? { files, parts } : undefined;
}

/** A field of a protocol buffer message: a number or length-delimited bytes. */
interface Field {
  readonly field: number;
  readonly value: Uint8Array | number;
}

const [NUMBER, BYTES] = [0, 2];

function message(fields: readonly (readonly [number, Uint8Array | number])[]): Uint8Array<ArrayBuffer> {
  const out = new ByteWriter();
  for (const [field, value] of fields) {
    out.varint(field << 3 | (typeof value === "number" ? NUMBER : BYTES));
    out.varint(typeof value === "number" ? value : value.length);
    if (typeof value !== "number") out.bytes(value);
  }
  return out.take();
}

function fieldsOf(bytes: Uint8Array): Field[] {
  const reader = new ByteReader(bytes);
  const fields: Field[] = [];
  while (!reader.done) {
    const tag = reader.varint();
    const value = reader.varint();
    if ((tag & 7) !== NUMBER && (tag & 7) !== BYTES) return [];
    fields.push({ field: tag >>> 3, value: (tag & 7) === NUMBER ? value : reader.take(value) });
  }
  return fields;
}

function digestIn(value: Field["value"] | undefined): Digest | undefined {
  if (!(value instanceof Uint8Array)) return undefined;
  const fields = fieldsOf(value);
  const hash = textOf(fields.find(({ field }) => field === HASH)?.value);
  const size = fields.find(({ field }) => field === SIZE)?.value;
  return /^[0-9a-f]{64}$/.test(hash) && typeof size === "number" ? { hash, size } : undefined;
}

function text(value: string): Uint8Array {
  return new TextEncoder().encode(value);
}

function textOf(value: Field["value"] | undefined): string {
  return value instanceof Uint8Array ? new TextDecoder().decode(value) : "";
}
