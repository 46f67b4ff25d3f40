import { ByteReader, ByteWriter } from "./bytes.ts";

/**
 * A sorted dictionary from keys to bytes, cut into blocks that fill one database page each. Inside a block a key is
 * stored as what differs from the key before it (front coding, as in Lucene's term dictionary). Keys are ordered by
 * UTF-16 code unit, as JavaScript compares strings.
 */

/** Bytes of a block that fit on a page of 4,096 together with the row's own head. */
const BLOCK_SIZE = 4040;

/** Writes keys in ascending order. */
export class DictionaryWriter {
  /** First key of every finished block. */
  readonly firstKeys: string[] = [];
  readonly blocks: Uint8Array<ArrayBuffer>[] = [];
  readonly #block = new ByteWriter(8192);
  readonly #entry = new ByteWriter(256);
  #previous = "";

  add(key: string, data: Uint8Array): void {
    this.#encode(key, data, sharedPrefix(this.#previous, key));
    if (this.#block.length > 0 && this.#block.length + this.#entry.length > BLOCK_SIZE) {
      this.#finishBlock();
      this.#encode(key, data, 0);
    }
    if (this.#block.length === 0) this.firstKeys.push(key);
    this.#block.bytes(this.#entry.view());
    this.#previous = key;
  }

  finish(): void {
    if (this.#block.length > 0) this.#finishBlock();
  }

  #encode(key: string, data: Uint8Array, shared: number): void {
    const entry = this.#entry;
    entry.clear();
    entry.varint(shared);
    entry.string(shared === 0 ? key : key.slice(shared));
    entry.varint(data.length);
    entry.bytes(data);
  }

  #finishBlock(): void {
    this.blocks.push(this.#block.take());
    this.#block.clear();
    this.#previous = "";
  }
}

/** Number of leading code units two keys share; never cuts a surrogate pair. */
function sharedPrefix(a: string, b: string): number {
  const most = Math.min(a.length, b.length);
  let at = 0;
  while (at < most && a.charCodeAt(at) === b.charCodeAt(at)) at++;
  return at > 0 && (b.charCodeAt(at - 1) & 0xfc00) === 0xd800 ? at - 1 : at;
}

/** The entries of one block in order. `visit` may return false to stop. */
export function eachEntry(block: Uint8Array, visit: (key: string, data: Uint8Array) => boolean | void): void {
  const reader = new ByteReader(block);
  let key = "";
  while (!reader.done) {
    const shared = reader.varint();
    key = key.slice(0, shared) + reader.string();
    if (visit(key, reader.take(reader.varint())) === false) return;
  }
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
  return new TextEncoder().encode(firstKeys.join("\n"));
}

/** Inverse of {@link encodeDirectory}. No key holds a line break. */
export function decodeDirectory(bytes: Uint8Array): string[] {
  return bytes.length === 0 ? [] : new TextDecoder().decode(bytes).split("\n");
}
