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
