import type { Snippet } from "../../model/findings.ts";

const LONGEST_LINE = 200;
/** A head that is longer is a list of parameters: its first lines will do. */
const LONGEST_HEAD = 4;
/** Lines shown around one that matters. */
const AROUND = 2;
/** Pieces that are so near are one. */
const SMALLEST_GAP = 4;
/** Lines that say most; pieces form around them. */
const MOST_PEAKS = 5;

/** What to show of a definition. */
export interface PieceOptions {
  /** One-based. */
  readonly startLine: number;
  /** One-based, inclusive. */
  readonly endLine: number;
  /** Lines in all. */
  readonly most: number;
  /** What a line says about the question; 0 for nothing. */
  readonly weigh: (line: string) => number;
}

/**
 * The lines worth showing, in order: all of a small definition; of a larger one its head and the lines that say most
 * about the question with those around them, without its docstring.
 */
export function piecesOf(lines: readonly string[], options: PieceOptions): Snippet[] {
  const { most, weigh } = options;
  const start = Math.min(Math.max(1, options.startLine), lines.length);
  const end = lastFilled(lines, start, Math.min(Math.max(start, options.endLine), lines.length));
  if (end - start < most) return [pieceOf(lines, start, end)];
  const head = headEnd(lines, start, end);
  const body = bodyStart(lines, head + 1, end);
  const shown = new Set<number>();
  const show = (from: number, to: number): void => {
    for (let line = from; line <= to && shown.size < most; line++) shown.add(line);
  };
  show(start, head);
  const weights = new Map<number, number>();
  for (let line = body; line <= end; line++) {
    const weight = weigh(lines[line - 1]!);
    if (weight > 0) weights.set(line, weight);
  }
  const best = [...weights].sort((a, b) => b[1] - a[1] || a[0] - b[0]).slice(0, MOST_PEAKS);
  for (const [line] of best) {
    if (most - shown.size > AROUND) show(Math.max(body, line - AROUND), Math.min(end, line + AROUND));
  }
  // What says nothing about the question is best read from its beginning.
  show(body, end);
  const runs = joined([...shown].sort((a, b) => a - b), body);
  return runs.map(([from, to]) => pieceOf(lines, from, to));
}

/** The lines as they are, very long ones cut. */
export function pieceOf(lines: readonly string[], startLine: number, endLine: number): Snippet {
  return { startLine, text: lines.slice(startLine - 1, endLine).map(clipped).join("\n") };
}

/** The lines around one, within the file. */
export function linesAround(lines: readonly string[], line: number, around: number): Snippet {
  const startLine = Math.max(1, line - around);
  return pieceOf(lines, startLine, Math.min(lines.length, line + around));
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

/** The last line of the signature: where its brackets are closed again. */
function headEnd(lines: readonly string[], start: number, end: number): number {
  let depth = 0;
  for (let line = start; line < Math.min(end, start + LONGEST_HEAD); line++) {
    const text = lines[line - 1]!;
    for (const char of text) {
      if (char === "(" || char === "[") depth++;
      else if (char === ")" || char === "]") depth--;
    }
    if (depth <= 0 && !/^\s*[@#]/.test(text)) return line;
  }
  return Math.min(end, start + LONGEST_HEAD - 1);
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

/** Runs of lines; a small gap is shown too, unless it is the docstring before the body. */
function joined(lines: readonly number[], body: number): [from: number, to: number][] {
  const runs: [number, number][] = [];
  for (const line of lines) {
    const last = runs.at(-1);
    const gap = last && last[1] < body && line >= body ? 1 : SMALLEST_GAP;
    if (last && line - last[1] <= gap) last[1] = line;
    else runs.push([line, line]);
  }
  return runs;
}
