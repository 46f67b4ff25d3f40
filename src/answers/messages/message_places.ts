import { type LexicalIndex, ROLES } from "../../index/lexical_index.ts";
import { tokens } from "../../text/tokens.ts";
import { LONGEST_LINE, type ReadLines } from "../../search/file_lines.ts";
import { holdsLine } from "../../syntax/parsed_file.ts";
import { isTestCode } from "../../syntax/test_code.ts";
import { messageWords } from "../../text/message_words.ts";

/** A line that holds a message. */
export interface MessagePlace {
  readonly file: number;
  /** One-based. */
  readonly line: number;
  /** Share of the message's words that occur there in their order, 0 to 1. */
  readonly share: number;
  /** Position of the message in the prompt's list, 0 the most specific one. */
  readonly depth: number;
}

/** A line with less of a message holds another one. */
const LEAST_SHARE = 0.6;
/** Chunks whose lines are read: those that hold most of the words in strings. */
const MOST_READ = 40;
/** Words of a partial match, at least; a short message must match as a whole. */
const FEWEST_SAME = 3;

/**
 * Finds the reported messages in the code, with or without the values that the program filled in;
 * best first, and of a nested message the places of its innermost part. Tests and documents only repeat messages.
 */
export function messagePlaces(
  messages: readonly string[],
  index: LexicalIndex,
  linesOf: ReadLines,
): MessagePlace[] {
  const places = messages.flatMap((message, at) => {
    const found = placesOf(messageWords(message), index, linesOf);
    return found.map((place) => ({ ...place, depth: at }));
  });
  const first = new Map<string, MessagePlace>();
  for (const place of places.sort((a, b) => b.share - a.share || a.depth - b.depth || a.file - b.file)) {
    const key = `${place.file}:${place.line}`;
    if (!first.has(key)) first.set(key, place);
  }
  return [...first.values()];
}

function placesOf(
  message: readonly string[],
  index: LexicalIndex,
  linesOf: ReadLines,
): Omit<MessagePlace, "depth">[] {
  const best = new Map<number, Omit<MessagePlace, "depth">>();
  for (const chunk of likelyChunks(message, index)) {
    const file = index.chunks.file[chunk]!;
    const lines = linesOf(index.files.paths[file]!) ?? [];
    const last = Math.min(index.chunks.endLine(chunk), lines.length);
    for (let line = index.chunks.startLine(chunk); line <= last; line++) {
      const share = shareIn(lines[line - 1]!, message);
      const known = best.get(chunk)?.share ?? 0;
      const isEnough = share === 1 || share >= LEAST_SHARE && share * message.length >= FEWEST_SAME;
      if (isEnough && share > known && !isInTest(file, line, index)) {
        best.set(chunk, { file, line, share });
      }
    }
  }
  return [...best.values()];
}

/** Chunks of the product that hold the message's words in strings, the rarest words counting most. */
function likelyChunks(message: readonly string[], index: LexicalIndex): number[] {
  const terms = [...new Set(message.flatMap(tokens))];
  const held = new Map<number, number>();
  for (const term of terms) {
    const postings = index.postings(term);
    if (!postings) continue;
    const rarity = Math.log(1 + index.chunks.count / postings.chunks.length);
    postings.chunks.forEach((chunk, at) => {
      if (postings.tf.str[at]! > 0) held.set(chunk, (held.get(chunk) ?? 0) + rarity);
    });
  }
  return [...held].filter(([chunk]) => ROLES[index.files.roles[index.chunks.file[chunk]!]!] === "code")
    .sort((a, b) => b[1] - a[1] || a[0] - b[0]).slice(0, MOST_READ).map(([chunk]) => chunk);
}

/** Checks if a line is part of a test beside the code. */
function isInTest(file: number, line: number, index: LexicalIndex): boolean {
  const parsed = index.parsed(file);
  const around = parsed?.definitions.findLastIndex((one) => holdsLine(one, line)) ?? -1;
  return around >= 0 && isTestCode(parsed!, around);
}

/** Share of the message in a line: the longest common sequence of words. */
function shareIn(line: string, message: readonly string[]): number {
  return line.length > LONGEST_LINE ? 0 : common(messageWords(line), message) / message.length;
}

function common(words: readonly string[], message: readonly string[]): number {
  let before = new Array<number>(message.length + 1).fill(0);
  for (const word of words) {
    const row = [0];
    message.forEach((one, at) => {
      row.push(one === word ? before[at]! + 1 : Math.max(before[at + 1]!, row[at]!));
    });
    before = row;
  }
  return before[message.length]!;
}
