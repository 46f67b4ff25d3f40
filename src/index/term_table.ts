import { ASCII, DIGIT, OTHER } from "../text/chars.ts";
import { tokenize } from "../text/tokens.ts";
import { ByteWriter } from "./bytes.ts";
import type { DictionaryWriter } from "./dictionary.ts";
import { Column, groupStarts, Names, withRoom } from "./growing.ts";
import { hashCode, IdentifierTable, PairIds } from "./identifier_table.ts";
import { writePosting } from "./postings_codec.ts";

/**
 * Counts terms and pairs of terms per chunk and writes their posting lists. A posting is a row in three columns (term,
 * chunk, frequencies), sorted by term at the end: no object and no list per term.
 */
export class TermTable {
  readonly #names = new Names();
  readonly #terms = new Counter();
  readonly #pairs = new Counter();
  readonly #pairIds = new PairIds();
  readonly #lengths = [0, 0, 0, 0];
  readonly #identifiers = new IdentifierTable((term) => this.#names.number(term), this.#pairIds);
  #field = 0;
  /** Term of the preceding word in a line of prose, plus 1; 0 at the start of a line. */
  #previous = 0;
  readonly #countTerm = (term: string): void => {
    this.#lengths[this.#field]!++;
    this.#terms.count(this.#names.number(term), this.#field);
  };

  /** Counts the terms and pairs of `text` from `start` to `end` (exclusive) in the current chunk. */
  addText(text: string, start: number, end: number, field: number): void {
    this.#field = field;
    this.#previous = 0;
    let at = start;
    while (at < end) {
      const code = text.charCodeAt(at);
      if (code < 128 && ASCII[code] === OTHER) {
        if (code === 10) this.#previous = 0;
        at++;
        continue;
      }
      // A word extends to the next ASCII character that is not a letter, digit or connector.
      const begin = at;
      let hash = 0;
      let isPlain = ASCII[code] !== DIGIT;
      for (; at < end; at++) {
        const next = text.charCodeAt(at);
        if (next >= 128) isPlain = false;
        else if (ASCII[next] === OTHER) break;
        hash = hashCode(hash, next);
      }
      if (isPlain) this.#countIdentifier(this.#identifiers.find(text, begin, at, hash >>> 0), at - begin > 1);
      else this.#addUnusual(text.slice(begin, at));
    }
  }

  /** Counts numbers and words with non-ASCII letters, using the tokenizer. */
  #addUnusual(word: string): void {
    tokenize(word, this.#countTerm);
    for (let at = 0; at < word.length;) {
      const kind = ASCII[word.charCodeAt(at)] ?? OTHER;
      if (kind === OTHER || kind === DIGIT) {
        at++;
        continue;
      }
      const begin = at;
      let hash = 0;
      for (; at < word.length && (ASCII[word.charCodeAt(at)] ?? OTHER) !== OTHER; at++) {
        hash = hashCode(hash, word.charCodeAt(at));
      }
      this.#countIdentifier(this.#identifiers.find(word, begin, at, hash >>> 0), false);
    }
  }

  #countIdentifier(identifier: number, withTerms: boolean): void {
    const { pairs, pairStart, firstWord, lastWord } = this.#identifiers;
    const field = this.#field;
    if (withTerms) this.#countTerms(identifier);
    const first = firstWord.values[identifier]!;
    if (first === 0) return;
    if (field !== 0 && this.#previous > 0) {
      this.#pairs.count(this.#pairIds.idOf(this.#previous - 1, first - 1), field);
    }
    const end = pairStart.values[identifier + 1]!;
    for (let at = pairStart.values[identifier]!; at < end; at++) this.#pairs.count(pairs.values[at]!, field);
    this.#previous = lastWord.values[identifier]!;
  }

  #countTerms(identifier: number): void {
    const { terms, termStart } = this.#identifiers;
    const field = this.#field;
    const end = termStart.values[identifier + 1]!;
    const start = termStart.values[identifier]!;
    for (let at = start; at < end; at++) this.#terms.count(terms.values[at]!, field);
    this.#lengths[field]! += end - start;
  }

  /** Counts the terms of a name `weight` times in the current chunk. */
  addName(name: string, field: number, weight: number): void {
    this.#field = field;
    let hash = 0;
    let isPlain = (ASCII[name.charCodeAt(0)] ?? DIGIT) !== DIGIT;
    for (let at = 0; isPlain && at < name.length; at++) {
      const code = name.charCodeAt(at);
      isPlain = (ASCII[code] ?? OTHER) !== OTHER;
      hash = hashCode(hash, code);
    }
    if (!isPlain) {
      for (let times = 0; times < weight; times++) tokenize(name, this.#countTerm);
      return;
    }
    if (name.length < 2) return;
    const identifier = this.#identifiers.find(name, 0, name.length, hash >>> 0);
    for (let times = 0; times < weight; times++) this.#countTerms(identifier);
  }

  /** Ends the current chunk; numbers must ascend. Returns its length per field, in tokens. */
  finishChunk(chunk: number): number[] {
    this.#terms.flush(chunk);
    this.#pairs.flush(chunk);
    return this.#lengths.splice(0, 4, 0, 0, 0, 0);
  }

  /** Writes all posting lists in key order. */
  write(dictionary: DictionaryWriter): void {
    const names = this.#names.list;
    const order = sortedOrder(names);
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
      // A space sorts before every character of a term, so a term's pairs follow it.
      const term = names[id]!;
      if (terms.write(at, list)) dictionary.add(term, list.view());
      const head = `${term} `;
      for (; pair < pairOrder.length && this.#pairIds.first(pairOrder[pair]!) === id; pair++) {
        // Pairs of names that do not occur in the text were never counted.
        if (!pairs.write(pair, list)) continue;
        dictionary.add(head, list.view(), names[this.#pairIds.second(pairOrder[pair]!)]!);
      }
    });
  }
}

/** Frequencies in the current chunk, and the rows of all chunks before. */
class Counter {
  #current: Uint32Array<ArrayBuffer> = new Uint32Array(1 << 12);
  readonly #touched = new Column();
  readonly #ids = new Column(1 << 12);
  readonly #chunks = new Column(1 << 12);
  readonly #packed = new Column(1 << 12);
  #highest = -1;

  count(id: number, field: number): void {
    if (id > this.#highest) {
      this.#highest = id;
      this.#current = withRoom(this.#current, id + 1);
    }
    const before = this.#current[id]!;
    if (before === 0) this.#touched.push(id);
    const shift = field * 8;
    if (((before >>> shift) & 0xff) < 255) this.#current[id] = before + (1 << shift);
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

  /** All rows in order of the ids' ranks. Nothing can be counted afterwards. */
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
    for (const column of [this.#ids, this.#chunks, this.#packed]) column.free();
    return new SortedRows(starts, chunks, packed);
  }
}

class SortedRows {
  constructor(
    private readonly starts: Uint32Array,
    private readonly chunks: Uint32Array,
    private readonly packed: Uint32Array,
  ) {}

  /** Replaces `out` by the posting list of a rank; returns false if it has none. */
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

/** Indexes of `names` in the order of the names. */
export function sortedOrder(names: readonly string[]): Uint32Array {
  const order = names.map((_, id) => id);
  order.sort((a, b) => (names[a]! < names[b]! ? -1 : 1));
  return Uint32Array.from(order);
}
