import type { LexicalIndex } from "../index/lexical_index.ts";
import { ROLES } from "../index/lexical_index.ts";
import { tokens } from "../text/tokens.ts";

/** A line that holds a message. */
export interface MessagePlace {
  readonly file: number;
  /** One-based. */
  readonly line: number;
  /** Share of the message's words that stand there in their order, 0 to 1. */
  readonly share: number;
}

/** Longer texts are no messages. UTF-16 units. */
const LONGEST = 300;
const LONGEST_LINE = 600;
const MOST_MESSAGES = 3;
/** Words of so many letters that make a message. */
const FEWEST_WORDS = 2;
const WORD = 4;
/** A line with less of a message holds another one. */
const LEAST_SHARE = 0.6;
/** Chunks whose lines are read: those that hold most of the words in strings. */
const MOST_READ = 40;
/** A message may go on in the next lines. */
const JOINED = 3;
const SURE = 0.999;
/** What programs put in: `%s`, `{name}`, `${name}`, `#{name}`, `<name>`, numbers, a name in quotes of its own. */
const PUT_IN = /\\?["'`][^"'`\s]{1,60}["'`]|%[-+#0-9.]*[a-zA-Z]|[$#]?\{[^}]*\}|<\w+>|\b\d[\w.:]*|\.\.\./g;
const SAID =
  /(?:\b(?:errors?|exception|panic|warning|fatal|message|says?|logs?|prints?)|报错|错误|提示|日志|异常|警告)\s*[:：]\s*([^\n]{12,200})/gi;

/**
 * Where a message stands in the code that a prompt quotes or writes behind "error:", with what the program put into it
 * or without; best first. Tests and documents only repeat messages.
 *
 * @param quoted what the prompt has in quotes
 */
export function messagePlaces(
  prompt: string,
  quoted: readonly string[],
  index: LexicalIndex,
  linesOf: (path: string) => readonly string[] | undefined,
): MessagePlace[] {
  const said = [...prompt.slice(0, 4 * LONGEST).matchAll(SAID)].map(([, text]) => text!);
  const messages = [...quoted, ...said.map(unquoted)].filter(isMessage).slice(0, MOST_MESSAGES);
  return messages.flatMap((message) => placesOf(wordsOf(message), index, linesOf))
    .sort((a, b) => b.share - a.share || a.file - b.file || a.line - b.line);
}

/** What stands in the quotes that a text begins with, else all of it. */
function unquoted(text: string): string {
  return /^(["'`])(.+)\1/.exec(text)?.[2] ?? text;
}

/** What is written in one piece, such as `--line-range`, is a name. */
const SEVERAL_WORDS = /\S\s\S|[\u3040-\u9fff]/;

function isMessage(text: string): boolean {
  return text.length <= LONGEST && SEVERAL_WORDS.test(text) &&
    wordsOf(text).filter(({ length }) => length >= WORD).length >= FEWEST_WORDS;
}

/** Lower-case words without what programs put in. */
function wordsOf(text: string): string[] {
  return text.replace(PUT_IN, " ").toLowerCase().match(/[\p{L}_][\p{L}\p{N}_]*/gu) ?? [];
}

function placesOf(
  message: readonly string[],
  index: LexicalIndex,
  linesOf: (path: string) => readonly string[] | undefined,
): MessagePlace[] {
  const best = new Map<number, MessagePlace>();
  for (const chunk of likelyChunks(message, index)) {
    const file = index.chunks.file[chunk]!;
    const lines = linesOf(index.files.paths[file]!) ?? [];
    const last = Math.min(index.chunks.endLine[chunk]!, lines.length);
    for (let line = index.chunks.startLine[chunk]!; line <= last; line++) {
      const share = shareIn(lines, line, message);
      const known = best.get(chunk)?.share ?? 0;
      if (share >= LEAST_SHARE && share > known + 1 - SURE) best.set(chunk, { file, line, share });
    }
  }
  return [...best.values()];
}

/** Chunks of the product that hold the message's words in strings, the rarest words counting most. */
function likelyChunks(message: readonly string[], index: LexicalIndex): number[] {
  const terms = [...new Set(message.flatMap(tokens))];
  index.load(terms);
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

/** Share of the message from a line on, which must hold a word of it itself: the longest common sequence of words. */
function shareIn(lines: readonly string[], line: number, message: readonly string[]): number {
  const first = lines[line - 1]!;
  if (first.length > LONGEST_LINE) return 0;
  const own = common(wordsOf(first), message);
  if (own === 0) return 0;
  const alone = own / message.length;
  if (alone > SURE || !/["'`\\+.]\s*$|["'`]/.test(first)) return alone;
  const joined = lines.slice(line - 1, line - 1 + JOINED).join(" ");
  // The line that holds it alone is better than those that come before it.
  return Math.max(alone, own > 1 ? common(wordsOf(joined), message) / message.length - 0.01 : 0);
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
