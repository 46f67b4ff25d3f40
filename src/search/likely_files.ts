import type { FileRole, Findings, RepositoryFile } from "../model/calls.ts";
import type { ToolArguments } from "../model/tools.ts";
import { counted } from "../model/counted.ts";
import { LIMITS } from "../model/limits.ts";
import { findingOf } from "../graph/describe.ts";
import type { ToolContext } from "../ports/tool.ts";
import type { AskOptions } from "./ask_index.ts";
import type { SearchResult } from "./rank/search_result.ts";
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

/** Files that are named before they are read, and places of a prompt beside what the index is behind. */
export const BRIEF = 5;
/** With less time left the files are emitted before their definitions are ranked. Milliseconds. */
const HURRIED_MS = 1500;
/** Terms that are looked for: as many as bits fit into a number. */
const MOST_TERMS = 31;
const ROLE_FACTOR: Readonly<Record<FileRole, number>> = { code: 1, test: 0.55, doc: 0.5, data: 0.3 };

/**
 * Reads files until the deadline and orders them by the terms of the question that they hold, rare ones counting more.
 * Files whose path holds a term are read first, then code; without `reading` none.
 */
export async function likelyFiles(
  { query: text = "", question }: ToolArguments["ci_search"],
  listed: readonly RepositoryFile[],
  reading?: Pick<ToolContext, "files" | "clock" | "deadline">,
): Promise<LikelyFiles> {
  const { terms: all } = readQuery(text, { ...hasCjk(text) && await readingOf(text), question });
  const terms = [...all].sort((a, b) => b[1] - a[1]).slice(0, MOST_TERMS);
  const heldIn = (text: string): number => {
    const lower = text.toLowerCase();
    return terms.reduce((bits, [term], i) => lower.includes(term) ? bits | 1 << i : bits, 0);
  };
  const rows = listed.flatMap((file) => {
    const inPath = heldIn(file.path);
    return reading || inPath ? { path: file.path, factor: ROLE_FACTOR[file.role], inPath, held: 0 } : [];
  });
  rows.sort((a, b) => Number(b.inPath !== 0) - Number(a.inPath !== 0) || b.factor - a.factor);
  let looked = 0;
  for (const row of rows) {
    if (!reading || reading.clock() > reading.deadline) break;
    const content = reading.files.read(row.path);
    if (content.ok) row.held = heldIn(content.text);
    looked++;
  }
  const known = reading ? rows.slice(0, looked) : rows.map(({ inPath }) => ({ held: inPath }));
  const value = valueOfHeld(known, terms.map(([, weight]) => weight));
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

/** Files that there was no time to read. */
export function namedFiles(paths: readonly string[], gaps: readonly string[] = []): Findings {
  return {
    tool: "ci_search",
    items: paths.map((path) => findingOf({ path }, "holds words of the question")),
    strength: paths.length > 0 ? "weak" : "none",
    gaps: [...gaps, LIMITS.filesOnly],
    summary: counted(paths.length, "likely file"),
    data: { files: paths },
  };
}

/**
 * Emits the likeliest files once they are ranked, if so much of the time has passed that their definitions may come too
 * late.
 *
 * @param findingsOf makes the tool's findings of a result
 */
export function emittingFiles(
  { clock, deadline, partial }: Pick<ToolContext, "clock" | "deadline" | "partial">,
  findingsOf: (result: SearchResult) => Findings,
): Pick<AskOptions, "onFiles"> {
  return {
    onFiles: (result) => {
      if (deadline - clock() > HURRIED_MS) return;
      const { items, gaps, ...findings } = findingsOf(result());
      partial({ ...findings, items: items.slice(0, BRIEF), gaps: [...gaps, LIMITS.filesOnly] });
    },
  };
}
