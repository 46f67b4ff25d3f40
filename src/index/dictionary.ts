import { lowerBound } from "../model/lower_bound.ts";
import { ByteReader, ByteWriter } from "./bytes.ts";

/**
 * A sorted dictionary from keys to bytes, cut into blocks of one database page each. Within a block keys are
 * front-coded: only the difference to the key before is stored, as in Lucene's term dictionary. Keys are ordered by
 * UTF-16 code unit, like JavaScript strings.
 *
 * An entry is three base-128 numbers (length of the prefix shared with the key before, of the rest, and of the data, in
 * bytes), the rest of the key as UTF-8, and the data.
 */

/** Maximum block size that SQLite stores on a page of 4,096 bytes, beside the row header and the checksum. */
const BLOCK_SIZE = 4049;
/** Maximum key length in UTF-16 code units; longer keys are truncated, and no query contains them. */
const LONGEST_KEY = 500;
/** Maximum size of a key in bytes. */
export const KEY_ROOM: number = LONGEST_KEY * 3;

/** Writes a dictionary; keys must be added in ascending order. */
export class DictionaryWriter {
  /** First key of every block. */
  readonly firstKeys: string[] = [];
  readonly #block = new ByteWriter(8192);
  #key = new Uint8Array(KEY_ROOM);
  #previous = new Uint8Array(KEY_ROOM);
  #previousLength = 0;

  /** @param store receives every full block */
  constructor(private readonly store: (block: Uint8Array<ArrayBuffer>) => void) {}

  /**
   * Adds the data of the key `head + tail`. Passing the two parts avoids a concatenation for keys with the same head.
   */
  add(head: string, data: Uint8Array, tail = ""): void {
    const length = encodeKey(head, tail, this.#key);
    this.#put(length, commonPrefix(this.#key, length, this.#previous, this.#previousLength), data);
    [this.#key, this.#previous] = [this.#previous, this.#key];
    this.#previousLength = length;
  }

  /**
   * Adds a key as read by {@link EntryReader}: the first `shared` bytes are those of the key before, the bytes up to
   * `length` are taken from `key`. A dictionary is written either with this method or with {@link add}.
   */
  addBytes(key: Uint8Array, length: number, shared: number, data: Uint8Array): void {
    for (let at = shared; at < length; at++) this.#key[at] = key[at]!;
    this.#put(length, shared, data);
  }

  /** Writes an entry with the key in {@link #key}; one that does not fit starts a new block. */
  #put(length: number, shared: number, data: Uint8Array): void {
    const block = this.#block;
    const start = block.length;
    if (start > 0) this.#write(length, shared, data);
    if (start > 0 && block.length <= BLOCK_SIZE) return;
    if (start > 0) this.#finishBlock(start);
    this.firstKeys.push(decodeKey(this.#key, length));
    this.#write(length, 0, data);
  }

  #write(length: number, shared: number, data: Uint8Array): void {
    const block = this.#block;
    block.varint(shared);
    block.varint(length - shared);
    block.varint(data.length);
    block.bytes(this.#key, shared, length);
    block.bytes(data);
  }

  finish(): void {
    if (this.#block.length > 0) this.#finishBlock(this.#block.length);
  }

  #finishBlock(end: number): void {
    this.store(this.#block.view().slice(0, end));
    this.#block.clear();
  }
}

const NOTHING = new Uint8Array(0);
const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** Writes the key `head + tail` to the start of `into`; returns its length in bytes. */
function encodeKey(head: string, tail: string, into: Uint8Array): number {
  const length = head.length + tail.length;
  if (length <= LONGEST_KEY && putAscii(head, into, 0) && putAscii(tail, into, head.length)) return length;
  return encoder.encodeInto((head + tail).slice(0, LONGEST_KEY), into).written;
}

function putAscii(text: string, into: Uint8Array, start: number): boolean {
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code > 127) return false;
    into[start + at] = code;
  }
  return true;
}

/** Length of the common prefix of two keys, in bytes. */
export function commonPrefix(a: Uint8Array, aLength: number, b: Uint8Array, bLength: number): number {
  const most = Math.min(aLength, bLength);
  let at = 0;
  while (at < most && a[at] === b[at]) at++;
  return at;
}

/** A dictionary readable block by block. */
export interface Blocks {
  readonly firstKeys: readonly string[];
  /** Reads a block; empty if it cannot be read. */
  block(number: number): Uint8Array;
}

/** Iterates over the entries of one block in order. */
export class EntryReader {
  /** The current key as UTF-8 in the first {@link length} bytes; overwritten by the next entry. */
  readonly bytes: Uint8Array;
  length = 0;
  /** Length of the prefix shared with the key before in the block, in bytes. */
  shared = 0;
  /** Range of the entry's data in the block; `end` is exclusive. */
  start = 0;
  end = 0;
  readonly #reader: ByteReader;

  /** @param bytes buffer for a key, at least {@link KEY_ROOM} bytes */
  constructor(readonly block: Uint8Array, bytes: Uint8Array = new Uint8Array(KEY_ROOM)) {
    this.#reader = new ByteReader(block);
    this.bytes = bytes;
  }

  /** The data of the entry, not copied. */
  get data(): Uint8Array {
    return this.block.subarray(this.start, this.end);
  }

  /** Moves to the next entry; false after the last one. */
  next(): boolean {
    const reader = this.#reader;
    if (reader.done) return false;
    const shared = Math.min(reader.varint(), this.bytes.length);
    const rest = Math.min(reader.varint(), this.bytes.length - shared);
    const size = reader.varint();
    const start = reader.at;
    const end = reader.at = Math.min(start + rest, reader.end);
    for (let from = start, to = shared; from < end; from++, to++) this.bytes[to] = this.block[from]!;
    this.shared = shared;
    this.length = shared + end - start;
    this.start = reader.at;
    this.end = reader.at = Math.min(reader.at + size, reader.end);
    return true;
  }

  /** The key of the entry as a new string. */
  key(): string {
    return decodeKey(this.bytes, this.length);
  }
}

/** Visits the entries of one block in order, until `visit` returns false. The data is not copied. */
export function eachEntry(block: Uint8Array, visit: (key: string, data: Uint8Array) => boolean | void): void {
  for (const entries = new EntryReader(block); entries.next();) {
    if (visit(entries.key(), entries.data) === false) return;
  }
}

function decodeKey(bytes: Uint8Array, length: number): string {
  for (let at = 0; at < length; at++) if (bytes[at]! > 127) return decoder.decode(bytes.subarray(0, length));
  return String.fromCharCode.apply(null, bytes.subarray(0, length) as unknown as number[]);
}

const wantedBytes = new Uint8Array(LONGEST_KEY * 3);

/** The data of a key in a block, not copied; empty if absent. Compares only keys that can match. */
export function findEntry(block: Uint8Array, wanted: string): Uint8Array {
  const length = encodeKey(wanted, "", wantedBytes);
  const reader = new ByteReader(block);
  // Length of the prefix of the wanted key matched by the key before, in bytes.
  let matched = 0;
  while (!reader.done) {
    const shared = reader.varint();
    const rest = reader.varint();
    const size = reader.varint();
    const start = reader.at;
    const end = reader.at = Math.min(start + rest, reader.end);
    if (shared <= matched) {
      let at = start;
      for (matched = shared; at < end && matched < length && block[at] === wantedBytes[matched]; at++) {
        matched++;
      }
      if (at === end && matched === length) return reader.take(size);
      // Past the key's position in the order. UTF-8 and UTF-16 order differ only in rare characters.
      if (at < end && matched < length && block[at]! > wantedBytes[matched]! && block[at]! < 0xe0) {
        return NOTHING;
      }
    }
    reader.at += size;
  }
  return NOTHING;
}

/** Number of the block that may contain `key`; -1 if it sorts before all keys. */
export function blockOf(firstKeys: readonly string[], key: string): number {
  return lowerBound(firstKeys.length, (at) => firstKeys[at]! <= key) - 1;
}

/** Encodes the first keys of all blocks as one record. */
export function encodeDirectory(firstKeys: readonly string[]): Uint8Array {
  return encoder.encode(firstKeys.join("\n"));
}

/** Inverse of {@link encodeDirectory}. No key holds a line break. */
export function decodeDirectory(bytes: Uint8Array, most?: number): string[] {
  return bytes.length === 0 ? [] : decoder.decode(bytes).split("\n", most);
}
