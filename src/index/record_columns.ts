import type { ByteReader, ByteWriter } from "./bytes.ts";

/** Numbers of records, column by column. */

/** Zigzag: small numbers of either sign stay small. */
export function signed(value: number): number {
  return value < 0 ? -value * 2 - 1 : value * 2;
}

/** Inverse of {@link signed}. */
export function unsigned(value: number): number {
  return value & 1 ? -((value + 1) / 2) : value / 2;
}

/**
 * The numbers of strings in a column: what is new in it comes in order, so that one more than the highest so far is 0, and
 * any other number one more than it is. Columns of names are mostly zeros then.
 */
function inOrder(values: Uint32Array): void {
  let highest = 0;
  for (let at = 0; at < values.length; at++) {
    const value = values[at]!;
    const id = value === 0 ? highest + 1 : value - 1;
    if (id > highest) highest = id;
    values[at] = id;
  }
}

/** How many items there are, then what each of `columns` says of all of them: alike numbers together compress better. */
export function writeColumns<T>(
  out: ByteWriter,
  items: readonly T[],
  columns: readonly Column<T>[],
): void {
  out.varint(items.length);
  for (const column of columns) {
    if (typeof column === "function") {
      for (let at = 0; at < items.length; at++) out.varint(column(items[at]!, at));
    } else {
      let highest = 0;
      for (let at = 0; at < items.length; at++) {
        const id = column.string(items[at]!);
        out.varint(id === highest + 1 ? 0 : id + 1);
        if (id > highest) highest = id;
      }
    }
  }
}

/** What an item has in a column: a number, or the number of a string. */
export type Column<T> = ((item: T, at: number) => number) | { readonly string: (item: T) => number };

/**
 * Inverse of {@link writeColumns}; past the end of a damaged record every number is 0.
 *
 * @param strings the columns that hold numbers of strings
 */
export function readColumns(reader: ByteReader, count: number, strings: readonly number[]): Uint32Array[] {
  const length = reader.count();
  return Array.from({ length: count }, (_, number) => {
    const column = new Uint32Array(length);
    for (let at = 0; at < length; at++) column[at] = reader.varint();
    if (strings.includes(number)) inOrder(column);
    return column;
  });
}
