/** Reading and writing of compact binary records: little-endian base-128 numbers and length-prefixed UTF-8. */

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** Maximum number of bytes copied by a loop instead of `Uint8Array.set`. */
const SHORT = 32;

/** A growing byte buffer. */
export class ByteWriter {
  #bytes: Uint8Array<ArrayBuffer>;
  #length = 0;

  constructor(capacity = 256) {
    this.#bytes = new Uint8Array(capacity);
  }

  get length(): number {
    return this.#length;
  }

  /** Empties the buffer and keeps its memory. */
  clear(): void {
    this.#length = 0;
  }

  /** Writes one byte. */
  byte(value: number): void {
    if (this.#length === this.#bytes.length) this.#grow(1);
    this.#bytes[this.#length++] = value;
  }

  /** Writes an unsigned integer, 0 to 2^32 - 1, in base 128. */
  varint(value: number): void {
    if (this.#length + 5 > this.#bytes.length) this.#grow(5);
    let rest = value >>> 0;
    while (rest > 127) {
      this.#bytes[this.#length++] = (rest & 127) | 128;
      rest >>>= 7;
    }
    this.#bytes[this.#length++] = rest;
  }

  /** Writes the bytes of `value` from `start` to `end` (exclusive). */
  bytes(value: Uint8Array, start = 0, end = value.length): void {
    const count = end - start;
    if (this.#length + count > this.#bytes.length) this.#grow(count);
    // For a few dozen bytes a call of `set` takes as long as the loop.
    if (count > SHORT) this.#bytes.set(value.subarray(start, end), this.#length);
    else for (let at = start, to = this.#length; at < end; at++) this.#bytes[to++] = value[at]!;
    this.#length += count;
  }

  /** Writes the length in bytes, then UTF-8. */
  string(value: string): void {
    const bytes = encoder.encode(value);
    this.varint(bytes.length);
    this.bytes(bytes);
  }

  /** The bytes written so far; valid until the next write. */
  view(): Uint8Array<ArrayBuffer> {
    return this.#bytes.subarray(0, this.#length);
  }

  /** A copy of the bytes written so far. */
  take(): Uint8Array<ArrayBuffer> {
    return this.#bytes.slice(0, this.#length);
  }

  #grow(needed: number): void {
    const length = Math.max(this.#bytes.length * 2, this.#length + needed);
    this.#bytes = new Uint8Array(this.#bytes.buffer.transfer(length));
  }
}

/**
 * Reads records of {@link ByteWriter}. Past the end every number is 0 and every string is empty, so damaged data cannot
 * cause an endless loop.
 */
export class ByteReader {
  at = 0;

  constructor(readonly bytes: Uint8Array, readonly end: number = bytes.length) {}

  get done(): boolean {
    return this.at >= this.end;
  }

  byte(): number {
    return this.at < this.end ? this.bytes[this.at++]! : 0;
  }

  varint(): number {
    let value = 0;
    for (let shift = 0; shift < 35 && this.at < this.end; shift += 7) {
      const byte = this.bytes[this.at++]!;
      value |= (byte & 127) << shift;
      if (byte < 128) break;
    }
    return value >>> 0;
  }

  /** Reads the number of following elements, each at least one byte long; at most the number of remaining bytes. */
  count(): number {
    return Math.min(this.varint(), this.end - this.at);
  }

  string(): string {
    return decoder.decode(this.take(this.varint()));
  }

  /** The next `length` bytes, not copied. */
  take(length: number): Uint8Array {
    const start = this.at;
    this.at = Math.min(start + length, this.end);
    return this.bytes.subarray(start, this.at);
  }
}
