import type { Run } from "./best_runs.ts";
import { kindOf } from "./line_values.ts";
import { indentOf } from "../../model/text.ts";

/** A list of parameters that is longer is cut. */
const LONGEST_HEAD = 4;
/** More lines of attributes above the name are left out. */
const MOST_ABOVE = 3;

const ATTRIBUTE = /^\s*(?:@[\w.:$]+\s*(?:\((?:\{|.*[),([])?)?|#?\[(?:.*[\](,[])?)\s*$/;
const TYPE = /^\s*[\w:<>,*&\s]*[\w>*&]\s*$/;
const NAME_WITH_PARAMETERS = /^\s*[\w:~*&]+\s*\(/;

/** First and last line of the head of a definition: attributes, the line with its name and its parameters; one-based. */
export function headOf(lines: readonly string[], start: number, end: number): Run {
  const name = nameLine(lines, start, end);
  const first = name - start > MOST_ABOVE ? name : start;
  const longest = Math.min(end, name + LONGEST_HEAD - 1);
  let last = name;
  for (let open = openBrackets(lines[last - 1]!); open > 0 && last < longest; last++) {
    open += openBrackets(lines[last]!);
  }
  return [first, last];
}

/** The first line that is neither an attribute nor a type alone, as C has it above the name. */
function nameLine(lines: readonly string[], start: number, end: number): number {
  let depth = 0;
  for (let line = start; line < end; line++) {
    const text = lines[line - 1]!;
    const isBefore = depth > 0 || kindOf(text) !== "code" || ATTRIBUTE.test(text) ||
      isTypeAlone(text, lines[line]!);
    if (!isBefore) return line;
    depth += openBrackets(text);
  }
  return depth > 0 ? start : end;
}

function isTypeAlone(text: string, next: string): boolean {
  return TYPE.test(text) && NAME_WITH_PARAMETERS.test(next) && indentOf(text) === indentOf(next);
}

/** Number of round and square brackets a line opens more than it closes; those in quoted texts do not count. */
function openBrackets(line: string): number {
  let open = 0;
  for (const char of line.replace(/"[^"]*"|'[^']*'|`[^`]*`/g, "")) {
    if (char === "(" || char === "[") open++;
    else if (char === ")" || char === "]") open--;
  }
  return open;
}
