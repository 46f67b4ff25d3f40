import { VALIDATORS } from "./secret_validators.ts";
import { REDACTED, type Tally, tallyOne } from "./tally.ts";

/** Redaction of columns with a heading of secrets, in Markdown tables and separated values. */

const SEPARATORS = ["|", "\t", ";", ","];

/** A heading of secrets, with emphasis. */
const HEADING = /(?:^|[ _*`"-])(?:pass(?:word|wd|phrase|code)?|pwd|secret|token|api[ _-]?key)s?[*`"]{0,2}$/i;

/** A line in which every cell is a heading, not code. */
const HEADINGS = /^[\w\t |,;*`".-]+$/;

/** Replaces the values below such headings. */
export function redactColumns(text: string, tally: Tally): string {
  if (!/pass|pwd|secret|token|key/i.test(text)) return text;
  const lines = text.split("\n");
  for (let at = 0; at + 1 < lines.length; at++) {
    const heading = lines[at] ?? "";
    const separator = HEADINGS.test(heading) && SEPARATORS.find((one) => heading.includes(one));
    if (!separator) continue;
    const cells = heading.split(separator).map((cell) => cell.trim());
    const columns = cells.flatMap((cell, column) => HEADING.test(cell) ? [column] : []);
    if (columns.length === 0 || cells.filter((cell) => cell !== "").length < 2) continue;
    while (at + 1 < lines.length && lines[at + 1]?.split(separator).length === cells.length) {
      at++;
      lines[at] = redactCells(lines[at] ?? "", { separator, columns, tally });
    }
  }
  return lines.join("\n");
}

function redactCells(
  line: string,
  { separator, columns, tally }: { separator: string; columns: readonly number[]; tally: Tally },
): string {
  const cells = line.split(separator);
  for (const column of columns) {
    const cell = cells[column] ?? "";
    const value = cell.replace(/^[\s`"*]+|[\s`"*]+$/g, "");
    const start = cell.indexOf(value);
    if (!VALIDATORS.item({ text: cell, start, end: start + value.length, value, groups: {} })) continue;
    cells[column] = cell.replace(value, () => REDACTED);
    tallyOne(tally, "column");
  }
  return cells.join(separator);
}
