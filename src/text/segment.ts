import { isHan } from "./chars.ts";
import { DOMAINS } from "./domains.ts";
import { once } from "../model/once.ts";

import stopWords from "../../config/lexicon/stop_words.json" with { type: "json" };

/** Developer lexicon: Chinese words with English translations. Built on first use; see `lexicon()`. */
export interface Lexicon {
  /**
   * English translations of a simplified Chinese word, the most common first, each one or more words separated by a
   * space. Undefined for an unknown word.
   */
  english(chinese: string): readonly string[] | undefined;
  /** True if the lexicon contains `chinese` (simplified). */
  has(chinese: string): boolean;
  /** True for a stop word of questions: "the", "where", "how". */
  isStop(chinese: string): boolean;
  /** True for a word too common in questions about code to be selective: "code", "file", "get". */
  isWeak(chinese: string): boolean;
  /** True for an everyday word, less specific in code than a technical term: "keep", "satisfy", "previous". */
  isGeneral(chinese: string): boolean;
  /** Length of the longest word, in UTF-16 code units. */
  readonly longest: number;
}

/** Returns the lexicon of the process. The first call takes a few milliseconds, later ones nothing. */
export const lexicon: () => Lexicon = once(load);

function load(): Lexicon {
  const lines = new Map<string, string>();
  let longest = 0;
  for (const domain of Object.values(DOMAINS)) {
    for (const line of domain) {
      const length = line.indexOf(": ");
      lines.set(line.slice(0, length), line);
      if (length > longest) longest = length;
    }
  }
  const general = new Set(DOMAINS["general"]!.map((line) => line.slice(0, line.indexOf(":"))));
  const stop = new Set(stopWords.stop.split(" "));
  const weak = new Set(stopWords.weak.split(" "));
  // A question looks up few words, so lines are split on demand.
  const translationsOf = (chinese: string): string[] | undefined =>
    lines.get(chinese)?.slice(chinese.length + 2).split(", ");
  return {
    english: (chinese) => translationsOf(chinese) ?? derivedEnglish(chinese, translationsOf),
    has: (chinese) => lines.has(chinese) || isDerived(chinese, lines),
    isStop: (chinese) => stop.has(chinese),
    isWeak: (chinese) => weak.has(chinese),
    isGeneral: (chinese) => general.has(chinese),
    longest,
  };
}

/** Agent suffix after the word for an action: 下载器, downloader. */
const AGENT = /[器者]$/;
/** Prefix for repetition before the word for an action: 重新加载, reload. */
const AGAIN = "重新";

function isDerived(chinese: string, lines: ReadonlyMap<string, string>): boolean {
  if (chinese.length === 3) return AGENT.test(chinese) && lines.has(chinese.slice(0, -1));
  return chinese.length === 4 && chinese.startsWith(AGAIN) && lines.has(chinese.slice(2));
}

/** English translations of a word derived from an entry: `downloader` and `download`, `reload` and `load`. */
function derivedEnglish(
  chinese: string,
  translationsOf: (chinese: string) => readonly string[] | undefined,
): string[] | undefined {
  const isAgent = chinese.length === 3 && AGENT.test(chinese);
  const isAgain = chinese.length === 4 && chinese.startsWith(AGAIN);
  if (!isAgent && !isAgain) return undefined;
  const words = translationsOf(isAgent ? chinese.slice(0, -1) : chinese.slice(2));
  const made = words?.filter((word) => !word.includes(" "))
    .map((word) => isAgent ? `${word.replace(/e$/, "")}er` : `re${word}`);
  return words && made && [...made, ...words];
}

/** Piece of a Han run. The pieces of a run are adjacent, without gap or overlap. */
export interface Segment {
  readonly text: string;
  /** Zero-based UTF-16 offset in the run. */
  readonly start: number;
  /** `word`: in the lexicon; `stop`: stop word; `unknown`: anything else. */
  readonly kind: "word" | "stop" | "unknown";
}

/** Maximal Han runs of a text. Other characters, including Latin letters, separate runs. */
export function hanRuns(text: string): string[] {
  const runs: string[] = [];
  let start = -1;
  for (let i = 0; i <= text.length; i++) {
    const code = i < text.length ? text.charCodeAt(i) : 0;
    const inside = isHan(code) || (start >= 0 && code >= 0xdc00 && code <= 0xdfff);
    if (inside && start < 0) start = i;
    if (!inside && start >= 0) {
      runs.push(text.slice(start, i));
      start = -1;
    }
  }
  return runs;
}

/**
 * Splits a simplified Han run into words at minimum cost (dynamic programming over all splits): fewer and longer words
 * are preferred, a character outside any word costs most. Adjacent unknown characters form one piece.
 */
export function segment(run: string, lexicon: Lexicon): Segment[] {
  const length = run.length;
  const cost = new Float64Array(length + 1).fill(Infinity);
  const from = new Int32Array(length + 1);
  cost[0] = 0;
  for (let start = 0; start < length; start++) {
    for (let end = start + 1; end <= Math.min(length, start + lexicon.longest); end++) {
      const total = cost[start]! + pieceCost(run.slice(start, end), lexicon);
      if (total < cost[end]!) {
        cost[end] = total;
        from[end] = start;
      }
    }
  }
  return pieces(run, from, lexicon);
}

/** Cost of an unknown character; above the cost of any known word. */
const UNKNOWN = 2;

function pieceCost(text: string, lexicon: Lexicon): number {
  const length = text.length;
  const bonus = 0.02 * length * length;
  if (lexicon.has(text)) return (length === 1 ? 1.6 : 1) - bonus;
  if (lexicon.isStop(text)) return (length === 1 ? 1.1 : 1) - bonus;
  return length === 1 ? UNKNOWN : Infinity;
}

function pieces(run: string, from: Int32Array, lexicon: Lexicon): Segment[] {
  const list: Segment[] = [];
  for (let end = run.length; end > 0;) {
    const start = from[end]!;
    const text = run.slice(start, end);
    const kind = kindOf(text, lexicon);
    const next = list.at(-1);
    if (kind === "unknown" && next?.kind === "unknown") {
      list[list.length - 1] = { text: text + next.text, start, kind };
    } else list.push({ text, start, kind });
    end = start;
  }
  return list.reverse();
}

function kindOf(text: string, lexicon: Lexicon): Segment["kind"] {
  if (lexicon.isStop(text)) return "stop";
  return lexicon.has(text) ? "word" : "unknown";
}
