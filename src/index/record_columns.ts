import type { ByteReader, ByteWriter } from "./bytes.ts";

/** Records encoded by column. */

/** Zigzag encoding: small numbers of either sign stay small. */
export function signed(value: number): number {
  return value < 0 ? -value * 2 - 1 : value * 2;
}

/** Inverse of {@link signed}. */
export function unsigned(value: number): number {
  return value & 1 ? -((value + 1) / 2) : value / 2;
}

/**
 * Decodes string ids in place: 0 is the highest id so far plus one, any other number is an id plus one. New strings
 * appear in order, so columns of names consist mostly of zeros.
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

/** Writes the number of items, then column by column their values: similar numbers in a row compress better. */
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

/** An item's value in a column: a number or a string id. */
export type Column<T> = ((item: T, at: number) => number) | { readonly string: (item: T) => number };

/**
 * Inverse of {@link writeColumns}; past the end of a damaged record every number is 0.
 *
 * @param strings the columns that contain string ids
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
