import type { CommandIo } from "../../platform/command_io.ts";

/** One column of a table. */
export interface TableColumn<Row> {
  readonly title: string;
  readonly text: (row: Row) => string;
  /** Numbers are aligned right; default: left. */
  readonly isNumber?: boolean;
}

/** Columns of numbers, each titled by its field. */
export function numberColumns<Row>(...fields: readonly (keyof Row & string)[]): TableColumn<Row>[] {
  return fields.map((title) => ({ title, text: (row) => String(row[title]), isNumber: true }));
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

/** Styles by what they are for, as numbers of the terminal. */
const STYLES = { heading: 1, path: 36, quiet: 2, good: 32, bad: 31 } as const;

/** Writes a text in a style. */
export type Paint = (text: string, style: keyof typeof STYLES) => string;

/** Colours for a person at a terminal; none with NO_COLOR, for a `dumb` terminal, and in files and pipes. */
export function painter({ isTerminal, env }: Pick<CommandIo, "isTerminal" | "env">): Paint {
  const isColoured = isTerminal && !env("NO_COLOR") && env("TERM") !== "dumb";
  return isColoured ? (text, style) => `\x1b[${STYLES[style]}m${text}\x1b[0m` : (text) => text;
}

/** A table with its head line as a heading. */
export function painted(table: string, paint: Paint): string {
  return table.replace(/^.+(?=\n)/, (head) => paint(head, "heading"));
}

/** Lines of a result that a person is shown at once. */
const MOST_LINES = 100;

/** A result as a terminal shows it: of a long one the beginning and the count of the rest. Pipes and files get all of it. */
export function inTerminal(text: string, { isTerminal }: Pick<CommandIo, "isTerminal">): string {
  const lines = text.trimEnd().split("\n");
  const left = lines.length - MOST_LINES;
  if (!isTerminal || left <= 1) return text;
  return `${
    lines.slice(0, MOST_LINES).join("\n")
  }\n... ${left} more lines; to read all of them add: | less\n`;
}

const STEPS = [["day", 86_400_000], ["hour", 3_600_000], ["minute", 60_000], ["second", 1000]] as const;

/** Formats an age, for instance `3 minutes ago`; both in milliseconds since the Unix epoch. */
export function ageOf(then: number, now: number): string {
  for (const [unit, milliseconds] of STEPS) {
    const count = Math.floor((now - then) / milliseconds);
    if (count > 0) return `${count} ${unit}${count > 1 ? "s" : ""} ago`;
  }
  return "just now";
}
