/** Numbers with random access; implemented by every typed array. */
export interface NumberColumn {
  readonly length: number;
  at(index: number): number | undefined;
}

/** A column of 16-bit numbers; the few that exceed 16 bits are in a map. */
export class ShortColumn implements NumberColumn {
  /** @param large numbers by index; they override `values` */
  constructor(
    private readonly values: Uint16Array | Int16Array,
    private readonly large: ReadonlyMap<number, number>,
  ) {}

  get length(): number {
    return this.values.length;
  }

  /** The number at an index; undefined out of range. */
  at(index: number): number | undefined {
    return this.large.get(index) ?? this.values[index];
  }
}

/** A copy of the numbers from `start` to `end` (exclusive). */
export function partOf(column: NumberColumn, start: number, end: number): NumberColumn {
  return Int32Array.from({ length: end - start }, (_, at) => column.at(start + at)!);
}
