import type { Snippet } from "../model/findings.ts";
import { LONGEST_LINE } from "./file_lines.ts";
import type { Pattern } from "./query.ts";
import { pieceOf } from "./rank/pieces.ts";
import { indentOf } from "../model/text.ts";

/** The part of a file that answers best. */
export interface Place {
  /** One-based, inclusive. */
  readonly startLine: number;
  /** One-based, inclusive. */
  readonly endLine: number;
  readonly symbol?: string;
  readonly code: readonly Snippet[];
}

interface Block {
  start: number;
  end: number;
  indent: number;
  name: string;
  parent?: Block;
}

const SNIPPET_LINES = 20;
/** Words before the name of a definition. */
export const DEFINING =
  "def|class|function\\*?|func|fn|interface|trait|struct|union|enum|type|module|namespace|object|record|protocol|extension|const|macro_rules!";
const DEFINITION = new RegExp(
  "^(\\s*)(?:(?:export|default|public|private|protected|internal|static|async|abstract|final|open|pub(?:\\([^)]*\\))?|" +
    "unsafe|override|inline|virtual|declare|sanitized|partial|suspend)\\s+)*" +
    `(?:${DEFINING}|impl)\\s+(?:\\([^)]*\\)\\s*)?([A-Za-z_$][\\w$]*)`,
);

/**
 * The definition or the lines where the patterns gather. Definitions are recognised by their keyword and nesting by
 * indentation, which holds for the common languages without a parser.
 *
 * @param home zero-based line that defines what was asked for, where it is known
 */
export function bestPlace(
  text: string,
  patterns: readonly Pattern[],
  rarity: readonly number[],
  home?: number,
): Place {
  const lines = text.split("\n");
  if (home !== undefined) return placeAt(lines, home);
  const weights = lines.map((line) => lineWeight(line, patterns, rarity));
  const block = bestBlock(blocksOf(lines), weights, patterns, rarity);
  const peak = peakLine(weights, block?.start ?? 0, block?.end ?? lines.length - 1);
  if (!block) return place(lines, Math.max(0, peak - 3), Math.min(lines.length - 1, peak + 6));
  return { ...place(lines, block.start, block.end, peak), symbol: qualified(block) };
}

/** The definition that begins in a line: up to where its indentation ends, or its brackets. */
function placeAt(lines: readonly string[], home: number): Place {
  const block = blocksOf(lines).find(({ start }) => start === home);
  if (block) return { ...place(lines, block.start, block.end), symbol: qualified(block) };
  const indent = lines[home]!.slice(0, indentOf(lines[home]!));
  const close = lines.findIndex((line, at) => at > home && line.startsWith(`${indent}}`));
  return place(lines, home, close < 0 ? Math.min(lines.length - 1, home + SNIPPET_LINES) : close);
}

function lineWeight(line: string, patterns: readonly Pattern[], rarity: readonly number[]): number {
  if (line.trim() === "" || line.length > LONGEST_LINE) return 0;
  const lower = line.toLowerCase();
  let sum = 0;
  patterns.forEach((pattern, i) => {
    if (lower.includes(pattern.text)) sum += pattern.weight * (rarity[i] ?? 0);
  });
  return sum;
}

function blocksOf(lines: readonly string[]): Block[] {
  const blocks: Block[] = [];
  const open: Block[] = [];
  lines.forEach((line, number) => {
    const match = line.length <= LONGEST_LINE ? DEFINITION.exec(line) : null;
    const indent = indentOf(line);
    if (line.trim() === "") return;
    if (!match && !/^\s*[)\]}]/.test(line)) return;
    while (open.length > 0 && (open.at(-1) as Block).indent >= indent) {
      (open.pop() as Block).end = number - (match ? 1 : 0);
    }
    if (!match) return;
    const parent = open.at(-1);
    const block: Block = {
      start: number,
      end: lines.length - 1,
      indent,
      name: match[2] ?? "",
      ...(parent && { parent }),
    };
    blocks.push(block);
    open.push(block);
  });
  for (const block of blocks) while (block.end > block.start && lines[block.end]?.trim() === "") block.end--;
  return blocks;
}

function bestBlock(
  blocks: readonly Block[],
  weights: readonly number[],
  patterns: readonly Pattern[],
  rarity: readonly number[],
): Block | undefined {
  let best: Block | undefined;
  let bestScore = 0;
  for (const block of blocks) {
    const score = blockScore(block, weights) + 2 * lineWeight(block.name, patterns, rarity);
    if (score > bestScore) [best, bestScore] = [block, score];
  }
  return best;
}

/** The strongest lines of the block, damped by its length so that a whole class does not swallow its method. */
function blockScore(block: Block, weights: readonly number[]): number {
  let sum = 0;
  for (let i = block.start; i <= block.end; i++) sum += weights[i] ?? 0;
  return sum / Math.sqrt(block.end - block.start + 4);
}

function peakLine(weights: readonly number[], from: number, to: number): number {
  let peak = from;
  for (let i = from; i <= to; i++) if ((weights[i] ?? 0) > (weights[peak] ?? 0)) peak = i;
  return peak;
}

function place(lines: readonly string[], start: number, end: number, peak = start): Place {
  const first = end - start < SNIPPET_LINES
    ? start
    : Math.max(start, Math.min(peak - 4, end - SNIPPET_LINES + 1));
  const code = [pieceOf(lines, first + 1, Math.min(end + 1, first + SNIPPET_LINES))];
  return { startLine: start + 1, endLine: end + 1, code };
}

function qualified(block: Block): string {
  const names: string[] = [];
  for (let at: Block | undefined = block; at; at = at.parent) names.unshift(at.name);
  return names.slice(-3).join(".");
}
