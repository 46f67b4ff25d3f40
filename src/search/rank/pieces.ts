import type { LineRange, Snippet } from "../../model/calls.ts";
import { bestRuns, type Line, type Run } from "./best_runs.ts";
import { kindOf, lineValues } from "./line_values.ts";
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

const LONGEST_LINE = 300;
/** A definition of less than twice its room is whole: one that can be read costs little more than its parts. */
export const SLACK = 2;
/** A shorter gap after the head, or after other lines, is shown too. */
const SMALLEST_GAP = 3;
/** Relative cost of a line without code, in lines. */
const EMPTY_COST = 0.3;

/** Options of the shown lines. */
export interface PieceOptions extends LineRange {
  /** Lines in all. */
  readonly most: number;
  /** No part of a definition that is not shown whole. */
  readonly isWhole?: boolean;
  /** Weights of the lines of a definition for the question; 0 for none. */
  readonly weigh: (lines: readonly string[]) => readonly number[];
}

/**
 * The most useful lines, in order: all of a small definition; of a larger one its head and the runs of lines that
 * most likely matter to the question, without its docstring. None of a comment and docstring alone.
 */
export function piecesOf(lines: readonly string[], options: PieceOptions): Snippet[] {
  const { most, weigh } = options;
  const first = Math.min(Math.max(1, options.startLine), lines.length);
  const end = lastFilled(lines, first, Math.min(Math.max(first, options.endLine), lines.length));
  const top = firstCode(lines, first, end);
  if (top > end) return [];
  const [start, head] = headOf(lines, top, end);
  const body = bodyStart(lines, head + 1, end);
  const docstring = body - head - 1;
  if (docstring > 0 && firstCode(lines, body, end) > end) return [];
  if (end - first < most * SLACK) {
    return [pieceOf(lines, first, end)];
  }
  if (options.isWhole) return [];
  const priced = pricedLines(lines.slice(body - 1, end), weigh);
  const runs = bestRuns(priced, most - (head - start + 1)).map(([from, to]): Run => [body + from, body + to]);
  const [next, ...others] = runs;
  const isNext = next !== undefined && next[0] - head <= SMALLEST_GAP && body === head + 1;
  const all: Run[] = isNext ? [[start, next[1]], ...others] : [[start, head], ...runs];
  return withoutGaps(all, docstring > 0 ? head : 0).map(([from, to]) => pieceOf(lines, from, to));
}

/** Runs with so few lines between them as one: a heading takes more room. What ends at `apart` stays by itself. */
function withoutGaps(runs: readonly Run[], apart: number): Run[] {
  const joined: Run[] = [];
  for (const run of runs) {
    const last = joined.at(-1);
    const isNear = last !== undefined && last[1] !== apart && run[0] - last[1] - 1 <= SMALLEST_GAP;
    if (isNear) joined[joined.length - 1] = [last[0], Math.max(last[1], run[1])];
    else joined.push(run);
  }
  return joined;
}

function pricedLines(lines: readonly string[], weigh: PieceOptions["weigh"]): Line[] {
  const values = lineValues(lines, weigh(lines));
  return lines.map((line, at) => ({ value: values[at]!, cost: kindOf(line) === "empty" ? EMPTY_COST : 1 }));
}

/** The lines as they are, very long ones cut. */
export function pieceOf(lines: readonly string[], startLine: number, endLine: number): Snippet {
  return { startLine, text: lines.slice(startLine - 1, endLine).map(clipped).join("\n") };
}

/** The lines around one, four above and below, within the file. */
export function linesAround(lines: readonly string[], line: number): Snippet {
  return pieceOf(lines, Math.max(1, line - 4), Math.min(lines.length, line + 4));
}

/** The first line with code, behind `end` where there is none. */
function firstCode(lines: readonly string[], start: number, end: number): number {
  let first = start;
  while (first <= end && kindOf(lines[first - 1]!) !== "code") first++;
  return first;
}

/** Empty lines at the end say nothing. */
function lastFilled(lines: readonly string[], start: number, end: number): number {
  let last = end;
  while (last > start && lines[last - 1]!.trim() === "") last--;
  return last;
}

function clipped(line: string): string {
  const text = line.replace(/\r$/, "");
  return text.length > LONGEST_LINE ? `${text.slice(0, LONGEST_LINE - 1)}…` : text;
}

/** The first line after a docstring, or `from`. */
function bodyStart(lines: readonly string[], from: number, end: number): number {
  const quote = /^\s*[a-zA-Z]?("""|''')/.exec(lines[from - 1] ?? "")?.[1];
  if (quote === undefined) return from;
  const first = lines[from - 1]!;
  if (first.indexOf(quote) !== first.lastIndexOf(quote)) return Math.min(end, from + 1);
  for (let line = from + 1; line <= end; line++) {
    if (lines[line - 1]!.includes(quote)) return Math.min(end, line + 1);
  }
  return from;
}
