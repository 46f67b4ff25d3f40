import type { CodePiece } from "../model/report.ts";
import { sliceLines } from "../safety/safe_text.ts";

/** Lines that were given. */
export interface GivenRun {
  /** One-based line of the first. */
  readonly at: number;
  /** See {@link hashesOf}. */
  readonly hashes: readonly string[];
  /** The file's when they were given. */
  readonly version: string | undefined;
}

/** Minimum run of lines that is no coincidence in another state of the file. */
const SHORTEST_RUN = 3;

/** The lines of a piece of code as they are remembered: a hash of each. */
export function hashesOf(text: string): string[] {
  return text.split("\n").map(hash);
}

/**
 * The lines that were not given before, in this state of the file or, wherever they stood, in another: with those between
 * when they are at one end, all of them when the middle is new. Undefined when none is left but blank ones.
 *
 * @param runs what was given of the same file
 */
export function newLines(
  lines: CodePiece,
  runs: readonly GivenRun[],
  version: string | undefined,
): CodePiece | undefined {
  const texts = lines.text.split("\n");
  const isBlank = texts.map((text) => text.trim() === "");
  const known = [...isBlank];
  const hashes = texts.map(hash);
  for (const run of runs) {
    if (version !== undefined && run.version === version) {
      const shift = lines.startLine - run.at;
      for (const [at, line] of hashes.entries()) if (line === run.hashes[at + shift]) known[at] = true;
    } else markStretches(hashes, run.hashes, known);
  }
  const first = known.indexOf(false);
  if (first === -1) return undefined;
  const last = known.lastIndexOf(false);
  const isMiddle = isBlank.slice(0, first).includes(false) && isBlank.slice(last + 1).includes(false);
  if (isMiddle) return lines;
  return { startLine: lines.startLine + first, text: sliceLines(lines.text, first, last + 1) };
}

/** Marks the lines of every stretch that both sides have. */
function markStretches(lines: readonly string[], run: readonly string[], known: boolean[]): void {
  const least = Math.min(SHORTEST_RUN, lines.length);
  for (const at of lines.keys()) {
    for (const from of run.keys()) {
      let length = 0;
      while (at + length < lines.length && lines[at + length] === run[from + length]) length++;
      if (length >= least) known.fill(true, at, at + length);
    }
  }
}

/** 32 bits of FNV-1a (Fowler, Noll, Vo) over UTF-16 units, in base 36. */
function hash(line: string): string {
  let value = 0x811c9dc5;
  for (let i = 0; i < line.length; i++) value = Math.imul(value ^ line.charCodeAt(i), 0x01000193);
  return (value >>> 0).toString(36);
}
