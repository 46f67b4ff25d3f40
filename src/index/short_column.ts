/** Numbers that are asked for one at a time; every typed array is such a column. */
export interface NumberColumn {
  readonly length: number;
  at(index: number): number | undefined;
}

/** Numbers of 16 bits as they are stored, and the few that do not fit into these beside them. */
export class ShortColumn implements NumberColumn {
  /** @param large by their places; they stand for what `values` has there */
  constructor(
    private readonly values: Uint16Array | Int16Array,
    private readonly large: ReadonlyMap<number, number>,
  ) {}

  get length(): number {
    return this.values.length;
  }

  /** Undefined outside. */
  at(index: number): number | undefined {
    return this.large.get(index) ?? this.values[index];
  }
}

/** The numbers from `start` up to `end`, not included, in a column of their own. */
export function partOf(column: NumberColumn, start: number, end: number): NumberColumn {
  return Int32Array.from({ length: end - start }, (_, at) => column.at(start + at)!);
}
