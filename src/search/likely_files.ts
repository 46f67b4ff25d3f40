import type { Clock, FileRole, RepositoryFile, RepositoryFiles } from "../model/calls.ts";
import type { ToolArguments } from "../model/tools.ts";
import { hasCjk } from "../text/chars.ts";
import { valueOfHeld } from "./naming_files.ts";
import { readQuery } from "./query/search_query.ts";
import type { Reading } from "./query/translation_hints.ts";

/** Files ordered by a question's words, without an index. */
export interface LikelyFiles {
  /** Those that hold any of them, the most likely first. */
  readonly paths: readonly string[];
  /** Number of files there was time to read. */
  readonly looked: number;
}

/** Terms that are looked for: as many as bits fit into a number. */
const MOST_TERMS = 31;
const ROLE_FACTOR: Readonly<Record<FileRole, number>> = { code: 1, test: 0.55, doc: 0.5, data: 0.3 };

/**
 * Reads files until the deadline and orders them by the terms of the question that they hold, rare ones counting more.
 * Files whose path holds a term are read first, then code.
 */
export async function likelyFiles(
  { query: text = "", question }: ToolArguments["ci_search"],
  listed: readonly RepositoryFile[],
  { files, clock, deadline }: {
    readonly files: RepositoryFiles;
    readonly clock: Clock;
    readonly deadline: number;
  },
): Promise<LikelyFiles> {
  const { terms: all } = readQuery(text, { ...hasCjk(text) && await readingOf(text), question });
  const terms = [...all].sort((a, b) => b[1] - a[1]).slice(0, MOST_TERMS);
  const heldIn = (text: string): number => {
    const lower = text.toLowerCase();
    return terms.reduce((bits, [term], i) => lower.includes(term) ? bits | 1 << i : bits, 0);
  };
  const rows = listed.map(({ path, role }) => ({
    path,
    factor: ROLE_FACTOR[role],
    inPath: heldIn(path),
    held: 0,
  }));
  rows.sort((a, b) => Number(b.inPath !== 0) - Number(a.inPath !== 0) || b.factor - a.factor);
  let looked = 0;
  for (const row of rows) {
    if (clock() > deadline) break;
    const content = files.read(row.path);
    if (content.ok) row.held = heldIn(content.text);
    looked++;
  }
  const value = valueOfHeld(rows.slice(0, looked), terms.map(([, weight]) => weight));
  const scored = rows.map(({ path, factor, held, inPath }) => ({
    path,
    score: factor * (value(held) + value(inPath)),
  })).filter(({ score }) => score > 0);
  scored.sort((a, b) => b.score - a.score || (a.path < b.path ? -1 : 1));
  return { paths: scored.map(({ path }) => path), looked };
}

/** A Chinese question with all of its translations; the lexicon is loaded only then. */
async function readingOf(text: string): Promise<Reading> {
  return (await import("./query/translation_hints.ts")).readingOf(text, () => true);
}
