import { Column, groupStarts } from "./growing.ts";

/** Ids for pairs of numbers: an open-addressing hash table, without an object per pair. */
export class PairIds {
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

  /** Ids ordered by the rank of the first number, then of the second. */
  sorted(rank: Uint32Array): Uint32Array {
    const count = this.#first.length;
    const starts = groupStarts(this.#first, rank, rank.length);
    const next = starts.slice();
    // Rank of the second number in the high digits, id in the low ones: below 2^53 for the about 10 million terms and
    // pairs of a segment.
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
