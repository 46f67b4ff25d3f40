import { type Blocks, commonPrefix, EntryReader, KEY_ROOM } from "./dictionary.ts";

/** K-way merge of dictionaries by key, on bytes: no key becomes a string. */

/** Iterator over one dictionary; holds one block in memory. */
export class KeyCursor {
  /** The current entry. */
  entry: EntryReader;
  /** Length of the prefix shared with the key before, in bytes, across block boundaries. */
  shared = 0;
  readonly #before = new Uint8Array(KEY_ROOM);
  #block = 0;

  /**
   * @param number the dictionary's number
   * @param bytes buffer for a key
   */
  constructor(private readonly blocks: Blocks, readonly number: number, private readonly bytes: Uint8Array) {
    this.entry = new EntryReader(NOTHING, bytes);
  }

  /** Moves to the next entry (initially the first); false after the last one. */
  next(): boolean {
    if (this.entry.next()) {
      this.shared = this.entry.shared;
      return true;
    }
    const { length } = this.entry;
    this.#before.set(this.bytes.subarray(0, length));
    do {
      if (this.#block >= this.blocks.firstKeys.length) return false;
      this.entry = new EntryReader(this.blocks.block(this.#block++), this.bytes);
    } while (!this.entry.next());
    this.shared = commonPrefix(this.#before, length, this.bytes, this.entry.length);
    return true;
  }
}

const NOTHING = new Uint8Array(0);
/** Value of a shared length: the dictionary is exhausted. */
const ENDED = -1;

/**
 * The cursor with the smallest key, of equal keys the one with the lowest number: a loser tree. For each cursor it
 * stores the length of the prefix shared with the key it lost against, so that most comparisons compare two numbers: of
 * two keys greater than a third, the smaller one shares the longer prefix with it.
 */
export class KeyMerge {
  readonly #cursors: readonly KeyCursor[];
  /** Number of leaves, a power of two. */
  readonly #leaves: number;
  /** By node: the cursor that lost there. The root is node 1. */
  readonly #losers: Int32Array;
  /** By cursor: length of the prefix shared with the key it lost against, or with the first key before; in bytes. */
  readonly #shared: Int32Array;
  /** The keys of all cursors, {@link KEY_ROOM} bytes each. */
  readonly #keys: Uint8Array;
  /** Lengths of the keys, in bytes. */
  readonly #lengths: Int32Array;
  #first: number;

  constructor(dictionaries: readonly Blocks[]) {
    const count = dictionaries.length;
    this.#keys = new Uint8Array(count * KEY_ROOM);
    this.#cursors = dictionaries.map((blocks, number) =>
      new KeyCursor(blocks, number, this.#keys.subarray(number * KEY_ROOM, (number + 1) * KEY_ROOM))
    );
    this.#leaves = 2 ** Math.ceil(Math.log2(Math.max(2, count)));
    this.#losers = new Int32Array(this.#leaves);
    this.#shared = new Int32Array(this.#leaves).fill(ENDED);
    this.#lengths = new Int32Array(this.#leaves);
    for (let at = 0; at < count; at++) this.#advance(at);
    this.#first = this.#winnerOf(1);
  }

  /** The cursor at the smallest key; undefined after the last key. */
  get first(): KeyCursor | undefined {
    return this.#shared[this.#first] === ENDED ? undefined : this.#cursors[this.#first];
  }

  /** Length of the prefix the first key shares with the first key before it; the whole length if they are equal. */
  get shared(): number {
    return this.#shared[this.#first]!;
  }

  /** Moves to the next key. */
  advance(): void {
    let winner = this.#first;
    this.#advance(winner);
    for (let node = (winner + this.#leaves) >> 1; node > 0; node >>= 1) {
      const loser = this.#losers[node]!;
      if (!this.#isBefore(loser, winner)) continue;
      this.#losers[node] = winner;
      winner = loser;
    }
    this.#first = winner;
  }

  #advance(at: number): void {
    const cursor = this.#cursors[at]!;
    this.#shared[at] = cursor.next() ? cursor.shared : ENDED;
    this.#lengths[at] = cursor.entry.length;
  }

  #winnerOf(node: number): number {
    if (node >= this.#leaves) return node - this.#leaves;
    const [one, other] = [this.#winnerOf(node * 2), this.#winnerOf(node * 2 + 1)];
    const isFirst = !this.#isBefore(other, one);
    this.#losers[node] = isFirst ? other : one;
    return isFirst ? one : other;
  }

  /** True if the key of cursor `one` sorts before that of `other`; records the shared length at the later one. */
  #isBefore(one: number, other: number): boolean {
    const shared = this.#shared;
    const from = shared[one]!;
    if (from !== shared[other]) return from > shared[other]!;
    if (from === ENDED) return false;
    const keys = this.#keys;
    const [a, b] = [one * KEY_ROOM, other * KEY_ROOM];
    const [length, otherLength] = [this.#lengths[one]!, this.#lengths[other]!];
    const most = Math.min(length, otherLength);
    let at = from;
    while (at < most && keys[a + at] === keys[b + at]) at++;
    const isBefore = at < most
      ? rankOf(keys[a + at]!) < rankOf(keys[b + at]!)
      : length === otherLength
      ? one < other
      : length < otherLength;
    shared[isBefore ? other : one] = at;
    return isBefore;
  }
}

/** Rank of a UTF-8 byte in UTF-16 order: bytes above 0xef (astral characters) sort before 0xee and 0xef. */
function rankOf(byte: number): number {
  return byte < 0xee ? byte : byte < 0xf0 ? byte + 0x100 : byte;
}
