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

  /** Gives the memory back at once; the column is not used any more. */
  free(): void {
    this.values.buffer.transfer(0);
  }
}

/**
 * `values` with room for at least `length` entries; the old ones kept. What was handed in is empty afterwards: its memory
 * is taken over, where the garbage collector would leave it lying for seconds.
 */
export function withRoom(values: Uint32Array<ArrayBuffer>, length: number): Uint32Array<ArrayBuffer> {
  if (length <= values.length) return values;
  return new Uint32Array(values.buffer.transfer(Math.max(length, values.length * 2) * 4));
}

/**
 * Where the rows of each group begin when rows are put in order of `rank[group]`, and behind the last group the number
 * of rows: the first half of a counting sort.
 */
export function groupStarts(groups: Column, rank: Uint32Array, groupCount: number): Uint32Array<ArrayBuffer> {
  const starts = new Uint32Array(groupCount + 1);
  for (let row = 0; row < groups.length; row++) starts[rank[groups.values[row]!]! + 1]!++;
  for (let at = 1; at <= groupCount; at++) starts[at]! += starts[at - 1]!;
  return starts;
}
