import { wordOf } from "../text/words.ts";
import { Column, groupStarts } from "./growing.ts";

/**
 * The symbol table of the indexer: for each distinct identifier its terms, the pairs in it, and its first and last
 * word, as numbers. Looked up by the characters of the source text, so a known identifier costs neither a string nor a
 * map lookup per use.
 */
export class IdentifierTable {
  /** Terms of identifier `i`: `terms.values` from `termStart.values[i]` to `termStart.values[i + 1]` (exclusive). */
  readonly terms = new Column(1 << 14);
  readonly termStart = new Column(1 << 12);
  /** Pairs in identifier `i`, likewise. */
  readonly pairs = new Column(1 << 14);
  readonly pairStart = new Column(1 << 12);
  /** Term of the first word that is not a stop word, plus 1; 0 if there is none. */
  readonly firstWord = new Column(1 << 12);
  /** Term of the last word that is not a stop word, plus 1; 0 if there is none. */
  readonly lastWord = new Column(1 << 12);
  readonly #names: string[] = [];
  readonly #hashes = new Column(1 << 12);
  #slots: Uint32Array<ArrayBuffer> = new Uint32Array(1 << 14);

  constructor(private readonly termId: (term: string) => number, private readonly pairIds: PairIds) {
    this.termStart.push(0);
    this.pairStart.push(0);
  }

  /** Number of the identifier at `start`..`end` of `text`; `hash` is {@link hashCode} of its characters. */
  find(text: string, start: number, end: number, hash: number): number {
    const mask = this.#slots.length - 1;
    for (let slot = mixed(hash) & mask;; slot = (slot + 1) & mask) {
      const id = this.#slots[slot]! - 1;
      if (id < 0) return this.#add(text.slice(start, end), hash, slot);
      if (this.#hashes.values[id] !== hash) continue;
      const name = this.#names[id]!;
      if (name.length === end - start && text.startsWith(name, start)) return id;
    }
  }

  #add(slice: string, hash: number, slot: number): number {
    const id = this.#names.length;
    // A slice would keep the whole source text in memory.
    const name = slice.length < 13 ? slice : JSON.parse(JSON.stringify(slice)) as string;
    this.#names.push(name);
    this.#hashes.push(hash);
    this.#slots[slot] = id + 1;
    this.#addWord(name);
    this.termStart.push(this.terms.length);
    this.pairStart.push(this.pairs.length);
    if (this.#names.length * 2 > this.#slots.length) {
      this.#slots = grown(this.#slots, this.#hashes.length, (id) => mixed(this.#hashes.values[id]!));
    }
    return id;
  }

  #addWord(name: string): void {
    const { tokens, parts } = wordOf(name);
    for (const token of tokens) this.terms.push(this.termId(token));
    let first = 0;
    let last = 0;
    for (const part of parts) {
      const term = this.termId(part);
      if (last > 0) this.pairs.push(this.pairIds.idOf(last - 1, term));
      last = term + 1;
      if (first === 0) first = last;
    }
    this.firstWord.push(first);
    this.lastWord.push(last);
  }
}

/** Hash extended by one more character; starts with 0. Unsigned 32 bits after `>>> 0`. */
export function hashCode(hash: number, code: number): number {
  return Math.imul(hash, 31) + Math.imul(code, 0x9e3779b1) | 0;
}

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
    if (id * 2 > this.#slots.length) {
      const [firsts, seconds] = [this.#first.values, this.#second.values];
      this.#slots = grown(this.#slots, id + 1, (id) => hash(firsts[id]!, seconds[id]!));
    }
    return id;
  }
}

const ID_SPACE = 2 ** 28;

/** An open-addressing table four times as large with the ids below `count`, each plus 1 in the slot of its hash or after it. */
function grown(
  { length }: Uint32Array,
  count: number,
  hashOf: (id: number) => number,
): Uint32Array<ArrayBuffer> {
  const slots = new Uint32Array(length * 4);
  const mask = slots.length - 1;
  for (let id = 0; id < count; id++) {
    let slot = hashOf(id) & mask;
    while (slots[slot] !== 0) slot = (slot + 1) & mask;
    slots[slot] = id + 1;
  }
  return slots;
}

function mixed(hash: number): number {
  return hash ^ (hash >>> 15);
}

function hash(first: number, second: number): number {
  let value = Math.imul(first, 0x9e3779b1) ^ Math.imul(second + 0x7f4a7c15, 0x85ebca6b);
  value ^= value >>> 15;
  return Math.imul(value, 0xc2b2ae35) >>> 3;
}
