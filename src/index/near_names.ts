import { editDistance } from "../model/near_words.ts";

/** Fuzzy matching of names: for "did you mean" and for words of a prompt that are almost a symbol. */

/** Options of {@link nearest}. */
export interface NearOptions {
  readonly limit: number;
  /** Returns true if a candidate still exists; called only for names about to be returned. */
  readonly isLive: (name: string) => boolean;
}

/**
 * Returns the names most similar to `name`, best first: equal except for case and underscores, then at most two typing
 * errors (one up to five characters), then names that start with it, then names that contain it, shorter ones first.
 * Each table contains names, one per line, as UTF-8. It is searched as bytes: a large repository has millions of names,
 * which as strings would take a gigabyte.
 */
export function nearest(name: string, tables: Iterable<Uint8Array>, options: NearOptions): string[] {
  const wanted = fold(name);
  if (wanted.length < 3) return [];
  const ranks = new Ranks(name);
  for (const table of tables) {
    const folded = foldTable(table, new Typo(wanted), ranks);
    eachContaining(wanted, folded, ranks);
  }
  const result: string[] = [];
  for (const candidate of ranks.sorted()) {
    if (result.length >= options.limit) break;
    if (options.isLive(candidate)) result.push(candidate);
  }
  return result;
}

function fold(name: string): string {
  return name.toLowerCase().replaceAll("_", "");
}

const LINE_END = 10;
const UNDERSCORE = 95;
/** Log2 of the folded bytes per entry of the position tables. */
const STEP_BITS = 10;
/** Maximum number of ranked candidates; above it the worse half is dropped. */
const MOST_RANKED = 40_000;
const decoder = new TextDecoder();
const encoder = new TextEncoder();

/** Ranks of the candidates; lower is nearer. */
class Ranks {
  #ranks = new Map<string, number>();

  constructor(private readonly name: string) {}

  note(candidate: string, rank: number): void {
    if (candidate === this.name || rank >= (this.#ranks.get(candidate) ?? Infinity)) return;
    this.#ranks.set(candidate, rank);
    if (this.#ranks.size > MOST_RANKED) {
      const best = this.sorted().slice(0, MOST_RANKED / 2);
      this.#ranks = new Map(best.map((one) => [one, this.#ranks.get(one)!]));
    }
  }

  sorted(): string[] {
    return [...this.#ranks].sort(([a, rankA], [b, rankB]) => rankA - rankB || (a < b ? -1 : 1))
      .map(([candidate]) => candidate);
  }
}

/** A table of names in lower case and without underscores. */
interface FoldedTable {
  readonly table: Uint8Array;
  readonly text: Uint8Array;
  /** Per step of the text: the start of the first line that starts in it, in both tables; 0 and 0 if none does. */
  readonly tableStarts: Uint32Array;
  readonly textStarts: Uint32Array;
  /** Names with non-ASCII characters; their lines in the text are empty. */
  readonly foreign: readonly string[];
}

/** Folds a table and checks every name for typing errors in the same pass, because a table is large. */
function foldTable(table: Uint8Array, typo: Typo, ranks: Ranks): FoldedTable {
  const text = new Uint8Array(table.length + 1);
  const tableStarts = new Uint32Array((text.length >> STEP_BITS) + 1);
  const textStarts = new Uint32Array(tableStarts.length);
  const foreign: string[] = [];
  let [lineStart, textStart, end, isForeign] = [0, 0, 0, false];
  for (let at = 0; at <= table.length; at++) {
    const code = at < table.length ? table[at]! : LINE_END;
    if (code === LINE_END) {
      if (isForeign) {
        foreign.push(decoder.decode(table.subarray(lineStart, at)));
        end = textStart;
      } else if (typo.mayBe(text, textStart, end)) {
        const rank = typo.rank(decoder.decode(text.subarray(textStart, end)));
        if (rank !== undefined) ranks.note(decoder.decode(table.subarray(lineStart, at)), rank);
      }
      text[end++] = LINE_END;
      [lineStart, textStart, isForeign] = [at + 1, end, false];
      const step = end >> STEP_BITS;
      if (textStarts[step] === 0) [tableStarts[step], textStarts[step]] = [lineStart, textStart];
    } else if (code > 127) isForeign = true;
    else if (code !== UNDERSCORE) text[end++] = code >= 65 && code <= 90 ? code + 32 : code;
  }
  for (const name of foreign) {
    const rank = typo.rank(fold(name));
    if (rank !== undefined) ranks.note(name, rank);
  }
  return { table, text: text.subarray(0, end), tableStarts, textStarts, foreign };
}

function eachContaining(wanted: string, folded: FoldedTable, ranks: Ranks): void {
  const { table, text, tableStarts, textStarts, foreign } = folded;
  const note = (name: string, length: number, start: number): void => {
    const longer = Math.min(length - wanted.length, 900);
    ranks.note(name, longer === 0 ? 0 : (start === 0 ? 1000 : 2000) + longer);
  };
  for (const name of foreign) {
    const found = fold(name).indexOf(wanted);
    if (found >= 0) note(name, fold(name).length, found);
  }
  const bytes = encoder.encode(wanted);
  let [tableStart, textStart] = [0, 0];
  for (let found = indexOf(text, bytes, 0); found >= 0;) {
    // Continues from the last recorded line start before the match, or from the line after the last match.
    for (let step = found >> STEP_BITS; step > textStart >> STEP_BITS; step--) {
      if (textStarts[step]! === 0 || textStarts[step]! > found) continue;
      [tableStart, textStart] = [tableStarts[step]!, textStarts[step]!];
      break;
    }
    let textEnd = text.indexOf(LINE_END, textStart);
    while (textEnd < found) {
      tableStart = table.indexOf(LINE_END, tableStart) + 1;
      textStart = textEnd + 1;
      textEnd = text.indexOf(LINE_END, textStart);
    }
    const tableEnd = table.indexOf(LINE_END, tableStart);
    const line = table.subarray(tableStart, tableEnd < 0 ? undefined : tableEnd);
    note(decoder.decode(line), textEnd - textStart, found - textStart);
    if (tableEnd < 0) return;
    [tableStart, textStart] = [tableEnd + 1, textEnd + 1];
    found = indexOf(text, bytes, textStart);
  }
}

/** Position of the bytes in the text at `from` or later; -1 if absent. */
function indexOf(text: Uint8Array, wanted: Uint8Array, from: number): number {
  const [first, second] = wanted;
  for (let at = text.indexOf(first!, from); at >= 0; at = text.indexOf(first!, at + 1)) {
    if (text[at + 1] !== second) continue;
    let same = 2;
    while (same < wanted.length && text[at + same] === wanted[same]) same++;
    if (same === wanted.length) return at;
  }
  return -1;
}

/** Matches names with typing errors. A cheap filter first: usually the first character or the last two are correct. */
class Typo {
  readonly #errors: number;
  readonly #first: number;
  readonly #lastButOne: number;
  readonly #last: number;

  constructor(private readonly wanted: string) {
    const { length } = wanted;
    this.#errors = length < 4 ? 0 : length < 6 ? 1 : 2;
    this.#first = wanted.charCodeAt(0);
    this.#lastButOne = wanted.charCodeAt(length - 2);
    this.#last = wanted.charCodeAt(length - 1);
  }

  /** True if the ASCII bytes of a line can be the wanted name with typing errors. */
  mayBe(text: Uint8Array, start: number, end: number): boolean {
    const longer = end - start - this.wanted.length;
    if (this.#errors === 0 || longer > this.#errors || -longer > this.#errors) return false;
    return text[start] === this.#first ||
      (text[end - 2] === this.#lastButOne && text[end - 1] === this.#last);
  }

  /** Rank of a folded name by its number of typing errors; undefined if there are too many. */
  rank(folded: string): number | undefined {
    const { wanted } = this;
    if (this.#errors === 0 || Math.abs(folded.length - wanted.length) > this.#errors) return undefined;
    if (folded[0] !== wanted[0] && !folded.endsWith(wanted.slice(-2))) return undefined;
    const distance = editDistance(wanted, folded, this.#errors);
    return distance <= this.#errors ? distance * 100 : undefined;
  }
}
