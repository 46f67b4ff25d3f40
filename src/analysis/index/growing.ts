/** A growing column of 32-bit numbers. */
export class Column {
  values: Uint32Array<ArrayBuffer>;
  length = 0;

  constructor(capacity = 1024) {
    this.values = new Uint32Array(capacity);
  }

  push(value: number): void {
    if (this.length === this.values.length) {
      const larger = new Uint32Array(this.length * 2);
      larger.set(this.values);
      this.values = larger;
    }
    this.values[this.length++] = value;
  }
}

/** `values` with room for at least `length` entries; the old ones kept. */
export function withRoom(values: Uint32Array<ArrayBuffer>, length: number): Uint32Array<ArrayBuffer> {
  if (length <= values.length) return values;
  const larger = new Uint32Array(Math.max(length, values.length * 2));
  larger.set(values);
  return larger;
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
