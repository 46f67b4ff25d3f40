import type { PathMention, QueryTerms } from "../model/question.ts";
import { plainMention, readFrame } from "./frames.ts";
import { type Mentions, readMentions, shapedNames } from "./mentions.ts";
import { ends, type Segments } from "./segments.ts";
import { hanMark, isStopWord } from "./words.ts";
import { simplify } from "../text/traditional.ts";

/** At most this many entries per list: enough for any question, bounded for a megabyte of paste. */
const MAX_TERMS = 80;

/** The search terms of a prompt that is taken apart. */
export function termsOf(parts: Segments, mentions: Mentions): QueryTerms {
  const pasted = readMentions(parts.pasted);
  const frames = parts.trace.slice(0, 200).map(readFrame);
  return {
    identifiers: unique([
      ...mentions.identifiers,
      ...frames.flatMap((frame) => frame.symbols),
      ...pasted.identifiers,
      ...parts.code.slice(0, 400).flatMap(shapedNames),
    ]),
    paths: uniquePaths([
      ...mentions.paths.map(plainMention),
      ...frames.flatMap((frame) => frame.paths),
      ...pasted.paths.map(plainMention),
    ]),
    phrases: unique([...mentions.phrases, ...frames.flatMap((f) => f.message ?? []), ...pasted.phrases]),
    words: contentWords(ends(`${mentions.rest}\n${pasted.rest}`, 6000, 2000)),
  };
}

/** Content words, at most {@link MAX_TERMS}: without English stop words, Chinese runs with function words split off. */
function contentWords(text: string): string[] {
  const words = new Set<string>();
  for (
    const found of text.matchAll(
      /[\u4e00-\u9fff]+|(?![\u4e00-\u9fff])\p{L}(?:(?![\u4e00-\u9fff])['’-]?[\p{L}\p{M}\p{N}])*|\d{3,}/gu,
    )
  ) {
    if (words.size >= MAX_TERMS) break;
    const run = found[0];
    if (run >= "\u4e00" && run < "\ua000") { for (const word of splitHan(run)) words.add(word); }
    else {
      const word = bare(run);
      if (word.length > 1 && !isStopWord(word)) words.add(word);
    }
  }
  return [...words];
}

function bare(word: string): string {
  const lower = word.toLowerCase().replace("’", "'");
  return lower.endsWith("'s") ? lower.slice(0, -2) : lower;
}

/** Longest entry of the function words, in characters. */
const LONGEST = 6;

/** Splits a run of Chinese characters at function words; what is left of two or more characters is content. */
function splitHan(run: string): string[] {
  const plain = simplify(run);
  const words: string[] = [];
  let from = 0;
  const flush = (end: number): void => {
    if (end - from > 1) words.push(run.slice(from, end));
  };
  for (let i = 0; i < plain.length;) {
    const [size, mark] = markAt(plain, i);
    if (mark === "-") {
      flush(i);
      from = i + size;
    }
    i += size;
  }
  flush(run.length);
  return words;
}

/** Length and mark of the longest function word or protected word at the offset; one unmarked character when there is none. */
function markAt(text: string, at: number): [number, string | undefined] {
  for (let size = LONGEST; size > 0; size--) {
    const mark = hanMark(text.slice(at, at + size));
    if (mark !== undefined) return [size, mark];
  }
  return [1, undefined];
}

function unique(list: readonly string[]): string[] {
  return [...new Set(list)].slice(0, MAX_TERMS);
}

function uniquePaths(list: readonly PathMention[]): PathMention[] {
  const seen = new Map<string, PathMention>();
  for (const mention of list) {
    const key = `${mention.path}:${mention.line ?? 0}`;
    if (!seen.has(key)) seen.set(key, mention);
  }
  return [...seen.values()].slice(0, MAX_TERMS);
}
