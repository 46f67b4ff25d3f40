import { withRoom } from "./growing.ts";
import type { Postings } from "./lexical_index.ts";
import { type LiveChunks, NONE } from "./live_chunks.ts";
import { type RawPostings, readPostings } from "./postings_codec.ts";

/** Turns the posting lists of all segments into one of live chunks. */
export class PostingsReader {
  readonly #raw: RawPostings = {
    chunks: new Uint32Array(1 << 12),
    packed: new Uint32Array(1 << 12),
    count: 0,
  };
  #chunks: Uint32Array<ArrayBuffer> = new Uint32Array(1 << 12);
  #packed: Uint32Array<ArrayBuffer> = new Uint32Array(1 << 12);
  #count = 0;

  constructor(private readonly live: LiveChunks) {}

  /** One list per segment, empty where the term does not occur. Undefined when no live chunk is left. */
  read(lists: readonly Uint8Array[]): Postings | undefined {
    this.#count = 0;
    const copies: [chunk: number, packed: number][] = [];
    lists.forEach((list, segment) => {
      if (list.length === 0) return;
      readPostings(list, this.#raw);
      this.#addLive(this.live.bases[segment]!);
      if (this.live.copyOf) this.#findCopies(this.live.bases[segment]!, this.live.copyOf, copies);
    });
    this.#addCopies(copies);
    return this.#count === 0 ? undefined : this.#result();
  }

  #addLive(base: number): void {
    const { chunks: rawChunks, packed: rawPacked, count: rawCount } = this.#raw;
    const { liveOf } = this.live;
    const chunks = this.#chunks = withRoom(this.#chunks, this.#count + rawCount);
    const packed = this.#packed = withRoom(this.#packed, this.#count + rawCount);
    let count = this.#count;
    for (let at = 0; at < rawCount; at++) {
      const stored = base + rawChunks[at]!;
      const live = stored < liveOf.length ? liveOf[stored]! : NONE;
      if (live === NONE) continue;
      chunks[count] = live;
      packed[count++] = rawPacked[at]!;
    }
    this.#count = count;
  }

  #findCopies(base: number, copyOf: Int32Array, copies: [chunk: number, packed: number][]): void {
    const { chunks, packed, count } = this.#raw;
    for (let at = 0; at < count; at++) {
      const copy = copyOf[base + chunks[at]!] ?? NONE;
      if (copy !== NONE) copies.push([copy, packed[at]!]);
    }
  }

  #addCopies(copies: [chunk: number, packed: number][]): void {
    if (copies.length === 0) return;
    for (let at = 0; at < copies.length; at++) {
      const [chunk, packed] = copies[at]!;
      const next = this.live.nextCopy.get(chunk);
      if (next !== undefined) copies.push([next, packed]);
    }
    copies.sort(([a], [b]) => a - b);
    this.#chunks = withRoom(this.#chunks, this.#count + copies.length);
    this.#packed = withRoom(this.#packed, this.#count + copies.length);
    for (const [chunk, packed] of copies) {
      this.#chunks[this.#count] = chunk;
      this.#packed[this.#count++] = packed;
    }
  }

  #result(): Postings {
    const count = this.#count;
    const tf = {
      code: new Uint8Array(count),
      doc: new Uint8Array(count),
      str: new Uint8Array(count),
      def: new Uint8Array(count),
    };
    for (let at = 0; at < count; at++) {
      const packed = this.#packed[at]!;
      tf.code[at] = packed;
      tf.doc[at] = packed >>> 8;
      tf.str[at] = packed >>> 16;
      tf.def[at] = packed >>> 24;
    }
    return { chunks: this.#chunks.slice(0, count), tf };
  }
}
