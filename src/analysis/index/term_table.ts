import { tokenize } from "../text/tokens.ts";
import { ByteWriter } from "./bytes.ts";
import type { DictionaryWriter } from "./dictionary.ts";
import { Column, groupStarts, withRoom } from "./growing.ts";
import { writePosting } from "./postings_codec.ts";
import { wordPairs } from "./word_pairs.ts";

/**
 * Counts terms and pairs of terms chunk by chunk and writes their posting lists. A posting is a row in three columns
 * (term, chunk, frequencies), sorted by term when all is in: no object and no list per term.
 */
export class TermTable {
  readonly #ids = new Map<string, number>();
  readonly #names: string[] = [];
  readonly #terms = new Counter();
  readonly #pairs = new Counter();
  readonly #pairIds = new PairIds();
  readonly #lengths = [0, 0, 0, 0];
  #field = 0;
  readonly #countTerm = (term: string): void => {
    this.#lengths[this.#field]!++;
    this.#terms.count(this.#idOf(term), this.#field, 1);
  };
  readonly #countPair = (first: string, second: string): void => {
    this.#pairs.count(this.#pairIds.idOf(this.#idOf(first), this.#idOf(second)), this.#field, 1);
  };

  /** Counts the terms and pairs of `text` from `start` to `end` for the current chunk. */
  addText(text: string, start: number, end: number, field: number): void {
    this.#field = field;
    tokenize(text.slice(start, end), this.#countTerm);
    wordPairs(text, start, end, { prose: field !== 0 }, this.#countPair);
  }

  /** Counts the terms of a path, without pairs. */
  addPath(path: string): void {
    this.#field = 0;
    tokenize(path, this.#countTerm);
  }

  /** Counts the terms of a name `weight` times, for the current chunk. */
  addName(name: string, field: number, weight: number): void {
    this.#field = field;
    for (let times = 0; times < weight; times++) tokenize(name, this.#countTerm);
  }

  /** Ends the current chunk; its number must be higher than the last one's. Returns its lengths per field. */
  finishChunk(chunk: number): number[] {
    this.#terms.flush(chunk);
    this.#pairs.flush(chunk);
    return this.#lengths.splice(0, 4, 0, 0, 0, 0);
  }

  /** Writes all posting lists in order of their keys. */
  write(dictionary: DictionaryWriter): void {
    const order = sortedOrder(this.#names);
    const rank = new Uint32Array(order.length);
    order.forEach((id, at) => rank[id] = at);
    const terms = this.#terms.sorted(rank);
    const pairOrder = this.#pairIds.sorted(rank);
    const pairRank = new Uint32Array(pairOrder.length);
    pairOrder.forEach((id, at) => pairRank[id] = at);
    const pairs = this.#pairs.sorted(pairRank);
    const list = new ByteWriter(1 << 12);
    let pair = 0;
    order.forEach((id, at) => {
      // A space sorts before every character of a term, so that a term's pairs follow it.
      const term = this.#names[id]!;
      if (terms.write(at, list)) dictionary.add(term, list.view());
      for (; pair < pairOrder.length && this.#pairIds.first(pairOrder[pair]!) === id; pair++) {
        pairs.write(pair, list);
        dictionary.add(`${term} ${this.#names[this.#pairIds.second(pairOrder[pair]!)]!}`, list.view());
      }
    });
  }

  #idOf(term: string): number {
    let id = this.#ids.get(term);
    if (id === undefined) {
      id = this.#names.length;
      this.#ids.set(term, id);
      this.#names.push(term);
    }
    return id;
  }
}

/** Frequencies of the current chunk, and the rows of all chunks before. */
class Counter {
  #current: Uint32Array<ArrayBuffer> = new Uint32Array(1 << 12);
  readonly #touched = new Column();
  readonly #ids = new Column(1 << 12);
  readonly #chunks = new Column(1 << 12);
  readonly #packed = new Column(1 << 12);
  #highest = -1;

  count(id: number, field: number, weight: number): void {
    if (id > this.#highest) {
      this.#highest = id;
      this.#current = withRoom(this.#current, id + 1);
    }
    const before = this.#current[id]!;
    if (before === 0) this.#touched.push(id);
    const shift = field * 8;
    if (((before >>> shift) & 0xff) + weight <= 255) this.#current[id] = before + (weight << shift);
  }

  flush(chunk: number): void {
    const touched = this.#touched;
    for (let at = 0; at < touched.length; at++) {
      const id = touched.values[at]!;
      this.#ids.push(id);
      this.#chunks.push(chunk);
      this.#packed.push(this.#current[id]!);
      this.#current[id] = 0;
    }
    touched.length = 0;
  }

  sorted(rank: Uint32Array): SortedRows {
    const starts = groupStarts(this.#ids, rank, rank.length);
    const next = starts.slice();
    const chunks = new Uint32Array(this.#ids.length);
    const packed = new Uint32Array(this.#ids.length);
    for (let row = 0; row < this.#ids.length; row++) {
      const at = next[rank[this.#ids.values[row]!]!]!++;
      chunks[at] = this.#chunks.values[row]!;
      packed[at] = this.#packed.values[row]!;
    }
    return new SortedRows(starts, chunks, packed);
  }
}

class SortedRows {
  constructor(
    private readonly starts: Uint32Array,
    private readonly chunks: Uint32Array,
    private readonly packed: Uint32Array,
  ) {}

  /** Replaces `out` by the posting list of a rank; false when it has none. */
  write(rank: number, out: ByteWriter): boolean {
    out.clear();
    let previous = -1;
    for (let row = this.starts[rank]!; row < this.starts[rank + 1]!; row++) {
      const chunk = this.chunks[row]!;
      writePosting(out, chunk - previous, this.packed[row]!);
      previous = chunk;
    }
    return previous >= 0;
  }
}

/** Numbers for pairs of numbers: a hash table with open addressing, without an object per pair. */
class PairIds {
  #slots: Uint32Array<ArrayBuffer> = new Uint32Array(1 << 12);
  readonly #first = new Column();
  readonly #second = new Column();

  first(id: number): number {
    return this.#first.values[id]!;
  }

  second(id: number): number {
    return this.#second.values[id]!;
  }

  idOf(first: number, second: number): number {
    const mask = this.#slots.length - 1;
    for (let slot = hash(first, second) & mask;; slot = (slot + 1) & mask) {
      const id = this.#slots[slot]! - 1;
      if (id < 0) return this.#add(first, second, slot);
      if (this.#first.values[id] === first && this.#second.values[id] === second) return id;
    }
  }

  /** Ids in order of the ranks of first, then second. */
  sorted(rank: Uint32Array): Uint32Array {
    const count = this.#first.length;
    const starts = groupStarts(this.#first, rank, rank.length);
    const next = starts.slice();
    // The second's rank above, the id below: below 2^53 for some 10 million terms and pairs of a segment.
    const keys = new Float64Array(count);
    for (let id = 0; id < count; id++) {
      keys[next[rank[this.#first.values[id]!]!]!++] = rank[this.#second.values[id]!]! * ID_SPACE + id;
    }
    for (let group = 0; group < rank.length; group++) {
      const [start, end] = [starts[group]!, starts[group + 1]!];
      if (end - start > 1) keys.subarray(start, end).sort();
    }
    return Uint32Array.from(keys, (key) => key % ID_SPACE);
  }

  #add(first: number, second: number, slot: number): number {
    const id = this.#first.length;
    this.#first.push(first);
    this.#second.push(second);
    this.#slots[slot] = id + 1;
    if (id * 2 > this.#slots.length) this.#rehash();
    return id;
  }

  #rehash(): void {
    this.#slots = new Uint32Array(this.#slots.length * 4);
    const mask = this.#slots.length - 1;
    for (let id = 0; id < this.#first.length; id++) {
      let slot = hash(this.#first.values[id]!, this.#second.values[id]!) & mask;
      while (this.#slots[slot] !== 0) slot = (slot + 1) & mask;
      this.#slots[slot] = id + 1;
    }
  }
}

const ID_SPACE = 2 ** 28;

function hash(first: number, second: number): number {
  let value = Math.imul(first, 0x9e3779b1) ^ Math.imul(second + 0x7f4a7c15, 0x85ebca6b);
  value ^= value >>> 15;
  return Math.imul(value, 0xc2b2ae35) >>> 3;
}

/** Numbers of `names` in order of the names. */
export function sortedOrder(names: readonly string[]): Uint32Array {
  const order = names.map((_, id) => id);
  order.sort((a, b) => (names[a]! < names[b]! ? -1 : 1));
  return Uint32Array.from(order);
}
