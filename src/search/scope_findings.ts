import { graphOver } from "../graph/open_graph.ts";
import type { SymbolRef } from "../graph/symbol_ref.ts";
import type { LexicalIndex } from "../index/lexical_index.ts";
import { counted } from "../model/counted.ts";
import type { Finding } from "../model/findings.ts";
import type { RepositoryFiles } from "../model/ports.ts";
import { CALLABLE, CLASS_KINDS } from "../syntax/class_kinds.ts";
import type { Step } from "./call_path.ts";
import { stepsFrom } from "./call_path.ts";
import { callTree } from "./call_tree.ts";
import { claimOf } from "./claims.ts";
import { lineWeights } from "./definition_findings.ts";
import { linesOf } from "./file_lines.ts";
import { piecesOf } from "./rank/pieces.ts";
import type { SearchResult } from "./rank/search_result.ts";
import { descriptionOf } from "./scope_description.ts";
import { groupFindings } from "./scope_groups.ts";
import type { Scope } from "./scopes.ts";
import { scopeOf } from "./scopes.ts";
import type { ScopeUse } from "./scope_uses.ts";
import { usesIn } from "./scope_uses.ts";

/** Places of each sort. */
const MOST_TYPES = 2;
const MOST_ENTRIES = 2;
const MOST_STEPS = 4;
/** Entry points whose calls are looked up. */
const MOST_STARTS = 16;
/** Files that are read, the ones that the question found first. */
const MOST_FILES = 160;
/** What sets something up or takes it down leads nowhere through it. */
const SETS_UP = /init|setup|register|free|destroy|close|stats|config|alloc|create|^new|dump|print|debug/i;
const SET_UP_COST = 1.5;
/** Lines of code of a type or an entry point. */
const LINES = 14;
/** What a definition is worth more that the question's words found. */
const FOUND = 6;
const RANKED = 12;

/**
 * For a question what a part of the repository is: what it says of itself, its files with a line each, the types and
 * functions that the rest of the repository uses, and the calls that lead through it. Empty where no folder or files go by
 * the name.
 *
 * @param said the part as the question names it, in English
 */
export function scopeFindings(
  result: SearchResult,
  files: RepositoryFiles,
  said: string,
  late: () => boolean,
): Finding[] {
  const { index } = result.table.context;
  const ranked = [...result.functions.slice(0, RANKED), ...result.files].map(({ file }) => file);
  const found = scopeOf(index, said, ranked);
  if (!found) return [];
  const rank = new Map(ranked.map((file, at) => [file, at]));
  const scope = {
    ...found,
    files: found.files.toSorted((a, b) => (rank.get(a) ?? Infinity) - (rank.get(b) ?? Infinity) || a - b)
      .slice(0, MOST_FILES),
  };
  const uses = usesIn(index, scope.files, late);
  const { terms } = result.table.context.query;
  const parts = groupFindings({ scope, uses, index, files, isSaid: (token) => terms.has(token) });
  const used = usedOnes(result, uses);
  const types = used.filter(({ definition }) => CLASS_KINDS.has(definition.kind)).slice(0, MOST_TYPES);
  const callables = used.filter(({ definition, outside }) => CALLABLE.has(definition.kind) && outside > 0);
  const steps = stepsThrough(callables, scope, index, late);
  const isStep = ({ file, ordinal }: ScopeUse): boolean =>
    steps.some(({ symbol }) => symbol.file === file && symbol.definition === ordinal);
  const places = [...types, ...callables.filter((one) => !isStep(one)).slice(0, MOST_ENTRIES)];
  return [
    ...withSummary(found, parts, index, files),
    ...steps.flatMap((step, at) => stepFinding(step, at, result, files)),
    ...places.map((use, at) => useFinding(use, at === 0, result, files)),
  ];
}

/** The files' lines with how large the part is, on what it says of itself where it does. */
function withSummary(
  scope: Scope,
  parts: readonly Finding[],
  index: LexicalIndex,
  files: RepositoryFiles,
): Finding[] {
  const labels = scope.folders.length > 1 ? scope.folders.map((one) => `${one}/`) : [scope.label];
  const lines = scope.files.length > MOST_FILES
    ? ""
    : `, ${counted(scope.files.reduce((sum, file) => sum + (index.parsed(file)?.lines ?? 0), 0), "line")}`;
  const claim = `${labels.join(" and ")}: ${counted(scope.files.length, "file")} of code${lines}`;
  const description = descriptionOf(scope, index, files);
  if (description) {
    return [
      { ...description, claim },
      ...parts.filter(({ path }) => path !== description.path),
    ];
  }
  const [first, ...others] = parts;
  return first ? [{ ...first, claim: `${claim}. ${first.claim}` }, ...others] : [];
}

/** What others use most, and of that what the question's words found. */
function usedOnes({ functions }: SearchResult, uses: readonly ScopeUse[]): ScopeUse[] {
  const ranks = new Map(
    functions.slice(0, RANKED).map(({ file, definition }, at) =>
      [`${file}\0${definition.startLine}`, 1 - at / RANKED] as const
    ),
  );
  const worth = ({ file, definition, outsideFiles, insideFiles }: ScopeUse): number =>
    Math.log2(1 + 2 * outsideFiles + insideFiles.length) +
    FOUND * (ranks.get(`${file}\0${definition.startLine}`) ?? 0) / 2;
  return uses.filter(({ outsideFiles, insideFiles }) => outsideFiles + insideFiles.length > 0)
    .sort((a, b) => worth(b) - worth(a));
}

/** The calls that lead from an entry point through most files of the scope. */
function stepsThrough(
  entries: readonly ScopeUse[],
  { files }: Scope,
  index: LexicalIndex,
  late: () => boolean,
): readonly Step[] {
  const inside = new Set(files);
  const graph = graphOver(index);
  let best: readonly Step[] = [];
  let most = 1;
  for (const { file, ordinal, definition } of entries.slice(0, MOST_STARTS)) {
    if (late()) break;
    const start: SymbolRef = { file, definition: ordinal };
    const hops = callTree([start], [], graph, {
      accepts: (symbol) => inside.has(symbol.file),
      isSaid: () => false,
      late,
    });
    const steps = stepsFrom(start, hops);
    const spans = new Set(steps.map(({ symbol }) => symbol.file)).size + steps.length / 10 -
      (SETS_UP.test(definition.name) ? SET_UP_COST : 0);
    if (steps.length > 1 && spans > most) [best, most] = [steps, spans];
  }
  return best.slice(0, MOST_STEPS);
}

function stepFinding(
  { symbol, caller }: Step,
  at: number,
  { table: { context } }: SearchResult,
  files: RepositoryFiles,
): Finding | [] {
  const { index } = context;
  const definition = index.parsed(symbol.file)?.definitions[symbol.definition];
  // What another machine stored may name what its own record lacks.
  if (!definition) return [];
  const path = index.files.paths[symbol.file]!;
  const lines = linesOf(path, files) ?? [];
  const { startLine, endLine, qualifiedName } = definition;
  const from = caller && index.parsed(caller.from.file)?.definitions[caller.from.definition];
  const called = caller && from
    ? `called by ${from.qualifiedName} at ${index.files.paths[caller.from.file]}:${caller.line}: `
    : "the calls from here on: ";
  return {
    ...plain(path, endLine),
    startLine,
    symbol: qualifiedName,
    claim: `${called}${claimOf(definition, lines, startLine)}`,
    ...(at === 0 &&
      { code: piecesOf(lines, { startLine, endLine, most: LINES, weigh: lineWeights(context) }) }),
  };
}

function useFinding(
  { file, definition, outside, outsideFiles, first, insideFiles }: ScopeUse,
  withCode: boolean,
  { table: { context } }: SearchResult,
  files: RepositoryFiles,
): Finding {
  const { paths } = context.index.files;
  const path = paths[file]!;
  const lines = linesOf(path, files) ?? [];
  const { startLine, endLine, qualifiedName: symbol } = definition;
  const used = first
    ? `used ${counted(outside, "time")} in ${counted(outsideFiles, "file")} outside, as in ${
      paths[first.file]
    }:${first.line}`
    : `used in ${counted(insideFiles.length, "other file")} of it`;
  return {
    ...plain(path, endLine),
    startLine,
    symbol,
    claim: `${used}: ${headOf(claimOf(definition, lines, startLine))}`,
    ...(withCode &&
      { code: piecesOf(lines, { startLine, endLine, most: LINES, weigh: lineWeights(context) }) }),
  };
}

/** A signature without the members that some grammars count to it. */
function headOf(claim: string): string {
  return claim.replace(/\s*\{.*$/s, "");
}

function plain(path: string, endLine: number): Omit<Finding, "claim"> {
  return { path, startLine: 1, endLine: Math.max(1, endLine), score: 1, reasons: [] };
}
