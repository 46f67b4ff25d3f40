import { ByteReader, ByteWriter } from "./bytes.ts";

/**
 * A sorted dictionary from keys to bytes, cut into blocks that fill one database page each. Inside a block a key is
 * stored as what differs from the key before it (front coding, as in Lucene's term dictionary). Keys are ordered by
 * UTF-16 code unit, as JavaScript compares strings, and stored as UTF-8.
 */

/** Bytes of a block that fit on a page of 4,096 together with the row's own head. */
const BLOCK_SIZE = 4040;
/** Longer keys are cut: no query has them. */
const LONGEST_KEY = 500;

/** Writes keys in ascending order. */
export class DictionaryWriter {
  /** First key of every block. */
  readonly firstKeys: string[] = [];
  readonly #block = new ByteWriter(8192);
  #key = new Uint8Array(LONGEST_KEY * 3);
  #previous = new Uint8Array(LONGEST_KEY * 3);
  #previousLength = 0;

  /** `store` gets every block when it is full. */
  constructor(private readonly store: (block: Uint8Array<ArrayBuffer>) => void) {}

  /** Adds the data of the key `head + tail`: many in a row share their head, and none has to be put together. */
  add(head: string, data: Uint8Array, tail = ""): void {
    const length = encodeKey(head, tail, this.#key);
    let shared = commonPrefix(this.#key, length, this.#previous, this.#previousLength);
    // Three numbers of at most five bytes each; exact enough.
    if (this.#block.length > 0 && this.#block.length + length - shared + data.length + 6 > BLOCK_SIZE) {
      this.#finishBlock();
      shared = 0;
    }
    if (this.#block.length === 0) this.firstKeys.push(head + tail);
    this.#block.varint(shared);
    this.#block.varint(length - shared);
    this.#block.bytes(this.#key, shared, length);
    this.#block.varint(data.length);
    this.#block.bytes(data);
    [this.#key, this.#previous] = [this.#previous, this.#key];
    this.#previousLength = length;
  }

  finish(): void {
    if (this.#block.length > 0) this.#finishBlock();
  }

  #finishBlock(): void {
    this.store(this.#block.take());
    this.#block.clear();
    this.#previousLength = 0;
  }
}

const NOTHING = new Uint8Array(0);
const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** Writes the key `head + tail` to the beginning of `into`; returns its length in bytes. */
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

function commonPrefix(a: Uint8Array, aLength: number, b: Uint8Array, bLength: number): number {
  const most = Math.min(aLength, bLength);
  let at = 0;
  while (at < most && a[at] === b[at]) at++;
  return at;
}

/** Reads the entries of one block in order. */
export class EntryReader {
  key = "";
  /** Not copied. */
  data: Uint8Array = NOTHING;
  readonly #reader: ByteReader;
  readonly #bytes = new Uint8Array(LONGEST_KEY * 3);

  constructor(block: Uint8Array) {
    this.#reader = new ByteReader(block);
  }

  /** Goes to the next entry; false behind the last one. */
  next(): boolean {
    const reader = this.#reader;
    if (reader.done) return false;
    const shared = Math.min(reader.varint(), this.#bytes.length);
    const suffix = reader.take(Math.min(reader.varint(), this.#bytes.length - shared));
    this.#bytes.set(suffix, shared);
    this.data = reader.take(reader.varint());
    this.key = decodeKey(this.#bytes, shared + suffix.length);
    return true;
  }
}

/** The entries of one block in order. `visit` may return false to stop; the data is not copied. */
export function eachEntry(block: Uint8Array, visit: (key: string, data: Uint8Array) => boolean | void): void {
  for (const entries = new EntryReader(block); entries.next();) {
    if (visit(entries.key, entries.data) === false) return;
  }
}

function decodeKey(bytes: Uint8Array, length: number): string {
  for (let at = 0; at < length; at++) if (bytes[at]! > 127) return decoder.decode(bytes.subarray(0, length));
  return String.fromCharCode.apply(null, bytes.subarray(0, length) as unknown as number[]);
}

const wantedBytes = new Uint8Array(LONGEST_KEY * 3);

/** The data of a key in a block, not copied; empty when it is not there. No key is decoded on the way. */
export function findEntry(block: Uint8Array, wanted: string): Uint8Array {
  const length = encodeKey(wanted, "", wantedBytes);
  const reader = new ByteReader(block);
  // How many bytes of the wanted key the key before had right.
  let matched = 0;
  while (!reader.done) {
    const shared = reader.varint();
    const suffix = reader.varint();
    let at = reader.at;
    const end = Math.min(at + suffix, reader.end);
    reader.at = end;
    const data = reader.varint();
    if (shared <= matched) {
      let same = shared;
      while (at < end && same < length && block[at] === wantedBytes[same]) {
        at++;
        same++;
      }
      if (at === end && same === length) return reader.take(data);
      // Beyond the place where it would stand. UTF-8 and UTF-16 disagree on the order of rare characters only.
      if (at < end && same < length && block[at]! > wantedBytes[same]! && block[at]! < 0xe0) return NOTHING;
      matched = same;
    }
    reader.at += data;
  }
  return NOTHING;
}

/** The number of the block that would hold `key`, -1 when it sorts before all. */
export function blockOf(firstKeys: readonly string[], key: string): number {
  let low = 0;
  let high = firstKeys.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (firstKeys[middle]! <= key) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/** First keys as one record, and back. */
export function encodeDirectory(firstKeys: readonly string[]): Uint8Array {
  return encoder.encode(firstKeys.join("\n"));
}

/** Inverse of {@link encodeDirectory}. No key holds a line break. */
export function decodeDirectory(bytes: Uint8Array): string[] {
  return bytes.length === 0 ? [] : decoder.decode(bytes).split("\n");
}
