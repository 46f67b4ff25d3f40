/** One column of a table. */
export interface TableColumn<Row> {
  readonly title: string;
  readonly text: (row: Row) => string;
  /** Numbers are aligned right; default: left. */
  readonly isNumber?: boolean;
}

/** Rows as lines of text with aligned columns, a head line above; "" without rows. The last column is not padded. */
export function table<Row>(rows: readonly Row[], columns: readonly TableColumn<Row>[]): string {
  if (rows.length === 0) return "";
  const cells = [
    columns.map((column) => column.title),
    ...rows.map((row) => columns.map((column) => column.text(row))),
  ];
  const widths = columns.map((_, at) => Math.max(...cells.map((line) => line[at]!.length)));
  return cells.map((line) =>
    line.map((cell, at) => columns[at]!.isNumber ? cell.padStart(widths[at]!) : cell.padEnd(widths[at]!))
      .join("  ")
      .trimEnd() + "\n"
  ).join("");
}
