import type { Database, Value } from "./ports.ts";

/** Rows per statement: a database call takes as long as the row it inserts. */
const ROWS = 64;

/**
 * Inserts rows, many per statement; call within a transaction.
 *
 * @param into the table and its columns, as in `block (id, data)`
 * @param isSealed whether the blobs already end with their checksums
 */
export function insertMany(
  database: Database,
  into: string,
  rows: readonly (readonly Value[])[],
  isSealed = false,
): void {
  for (let at = 0; at < rows.length;) {
    const count = rows.length - at >= ROWS ? ROWS : 1;
    const row = `(${rows[at]!.map(() => "?").join(", ")})`;
    const sql = `INSERT INTO ${into} VALUES ${Array(count).fill(row).join(", ")}`;
    const values = rows.slice(at, at += count).flat();
    if (isSealed) database.runSealed(sql, ...values);
    else database.run(sql, ...values);
  }
}
