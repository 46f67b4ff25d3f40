import { withRoom } from "./growing.ts";
import type { Postings } from "./lexical_index.ts";
import type { LiveChunks } from "./live_chunks.ts";
import { eachPosting } from "./postings_codec.ts";

/** Turns the posting lists of all segments into one of live chunks. */
export class PostingsReader {
  #chunks: Uint32Array<ArrayBuffer> = new Uint32Array(1 << 12);
  #packed: Uint32Array<ArrayBuffer> = new Uint32Array(1 << 12);
  #count = 0;

  constructor(private readonly live: LiveChunks) {}

  /** One list per segment, empty where the term does not occur. Undefined when no live chunk is left. */
  read(lists: readonly Uint8Array[]): Postings | undefined {
    const { bases, liveOf, copyOf } = this.live;
    this.#count = 0;
    const copies: [chunk: number, packed: number][] = [];
    lists.forEach((list, segment) => {
      if (list.length === 0) return;
      // A posting takes at least a byte.
      this.#chunks = withRoom(this.#chunks, this.#count + list.length);
      this.#packed = withRoom(this.#packed, this.#count + list.length);
      const base = bases[segment]!;
      eachPosting(list, 0, (chunk, packed) => {
        const number = liveOf[base + chunk];
        if (number === undefined || number < 0) return;
        this.#chunks[this.#count] = number;
        this.#packed[this.#count++] = packed;
        const copy = copyOf === undefined ? -1 : copyOf[base + chunk]!;
        if (copy >= 0) copies.push([copy, packed]);
      });
    });
    this.#addCopies(copies);
    return this.#count === 0 ? undefined : this.#result();
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
