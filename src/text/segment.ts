import { isHan } from "./chars.ts";
import type { Lexicon } from "./lexicon.ts";

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
