/** A growing column of 32-bit numbers. */
export class Column {
  values: Uint32Array<ArrayBuffer>;
  length = 0;

  constructor(capacity = 1024) {
    this.values = new Uint32Array(capacity);
  }

  push(value: number): void {
    if (this.length === this.values.length) this.values = withRoom(this.values, this.length + 1);
    this.values[this.length++] = value;
  }

  /** Releases the memory at once; the column must not be used afterwards. */
  free(): void {
    this.values.buffer.transfer(0);
  }
}

/**
 * Returns `values` with capacity for at least `length` entries. The array passed in is detached afterwards: its memory
 * is transferred, because the garbage collector would release it only seconds later.
 */
export function withRoom(values: Uint32Array<ArrayBuffer>, length: number): Uint32Array<ArrayBuffer> {
  if (length <= values.length) return values;
  return new Uint32Array(values.buffer.transfer(Math.max(length, values.length * 2) * 4));
}

/** True if all values are below a limit. */
export function areBelow(values: Uint32Array | Uint8Array, limit: number): boolean {
  for (let at = 0; at < values.length; at++) if (values[at]! >= limit) return false;
  return true;
}

/** True for offsets as {@link groupStarts} gives them, of `rows` rows: ascending from 0. */
export function areStarts(starts: Uint32Array, rows: number): boolean {
  if (starts[0] !== 0 || starts[starts.length - 1] !== rows) return false;
  for (let at = 1; at < starts.length; at++) if (starts[at]! < starts[at - 1]!) return false;
  return true;
}

/** Numbers strings in order of first use. */
export class Names {
  readonly list: string[] = [];
  readonly #numbers = new Map<string, number>();

  number(name: string): number {
    let number = this.#numbers.get(name);
    if (number === undefined) {
      number = this.list.length;
      this.#numbers.set(name, number);
      this.list.push(name);
    }
    return number;
  }
}

/**
 * Offset of each group's first row when rows are sorted by `rank[group]`, and the number of rows as last entry: the
 * first half of a counting sort.
 */
export function groupStarts(groups: Column, rank: Uint32Array, groupCount: number): Uint32Array<ArrayBuffer> {
  const starts = new Uint32Array(groupCount + 1);
  for (let row = 0; row < groups.length; row++) starts[rank[groups.values[row]!]! + 1]!++;
  for (let at = 1; at <= groupCount; at++) starts[at]! += starts[at - 1]!;
  return starts;
}
