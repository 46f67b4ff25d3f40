import type { CodeGraph } from "../graph/edges.ts";
import { graphOver } from "../graph/open_graph.ts";
import { findSymbols } from "../graph/symbols.ts";
import type { SymbolRef } from "../graph/symbol_ref.ts";
import type { LexicalIndex } from "../index/lexical_index.ts";
import { counted } from "../model/counted.ts";
import type { Finding } from "../model/findings.ts";
import type { RepositoryFiles } from "../model/ports.ts";
import { CALLABLE, CLASS_KINDS } from "../syntax/class_kinds.ts";
import { stem, tokenize } from "../text/tokens.ts";
import type { Definition } from "../syntax/parsed_file.ts";
import { LEAST_CONFIDENCE } from "./calls.ts";
import { claimOf } from "./claims.ts";
import { lineWeights } from "./definition_findings.ts";
import { linesOf } from "./file_lines.ts";
import { piecesOf } from "./rank/pieces.ts";
import type { SearchResult } from "./rank/search_result.ts";
import type { TestUnit } from "./test_units.ts";
import { testUnitsOf } from "./test_units.ts";

/** Tests and groups that are shown. */
const MOST = 8;
const MOST_GROUPS = 2;
/** The best tests, in whose files groups are looked for, and files that are looked through however late it is. */
const FIRST = 3;
/** Files of tests that are looked through. */
const MOST_FILES = 10;
const RANKED = 20;
/** What says that a test is meant: its title, what it holds, that it calls what the question names, and how the search ranks it. */
const WORTH = { title: 1.2, body: 0.5, calls: 0.4, rank: 0.8, file: 0.5, test: 0.3 };
/** A group is told whose title has so much of the question's weight, beside the best title, that groups before it have not. */
const LEAST_TITLE = 0.1;
/** UTF-16 units of the titles of a group. */
const MOST_TITLES = 150;
const LONGEST_CLAIM = 239;
/** Lines of code by rank, as shares of the best one's. */
const SHARES = [0.6, 0.5, 0.4, 0.4, 0.3, 0.3];
/** Lines that prepare a test say nothing of what it expects; lines that check something do. */
const PREPARES =
  /\b(?:[sS]etenv|[cC]learenv|environ|process\.env|override_settings|monkeypatch|putenv|mkdir|logging)\b|^\s*(?:import|use|require|#include)\b/;
const CHECKS =
  /\b(?:assert\w*|expect\w*|should\w*|is|isnt|like|cmp_ok|ok|is_deeply|check|require\.\w+|want\w*|input|output|Errorf|Fatalf|EXPECT_\w+|ASSERT_\w+|REQUIRE)\b/;
const CHECKED = 2;
const HEAD = /^\s*(?:(?:async\s+)?def|(?:public|private|protected|fun|void|static)\b)/;
const MOST_CALLER_FILES = 40;
/** What a question for tests says of every test. */
const ASKING: ReadonlySet<string> = new Set(
  ["test", "tests", "tested", "cover", "covers", "check", "spec", "case", "exercise", "suite"].map(stem),
);

interface Ranked {
  readonly file: number;
  readonly unit: TestUnit;
  readonly score: number;
}

/** What a question for tests is asked of. */
export interface TestOptions {
  /** Lines of code of the best test. */
  readonly lines: number;
  /** Names of the product's definitions that the question names. */
  readonly names?: readonly string[];
  readonly late?: () => boolean;
}

/**
 * For a question which tests there are for something: the groups whose titles speak of it, with how many tests they hold,
 * then the tests, those that call what the question names before others; in files whose tests are no definitions by their
 * text.
 *
 * @param result what was found among the files of tests
 */
export function testFindings(
  result: SearchResult,
  files: RepositoryFiles,
  { lines: most, names = [], late = () => false }: TestOptions,
): Finding[] {
  const { context } = result.table;
  const { index } = context;
  const calling = testsCalling(names, graphOver(index), late);
  const weigh = lineWeights(context);
  const covers = coverage(weigh);
  const whole = covers([...context.query.terms.keys()].join(" ")) || 1;
  const candidates = candidateFiles(result, calling);
  const ranks = new Map(
    result.functions.slice(0, RANKED).map(({ file, definition }, at) =>
      [`${file}\0${definition.startLine}`, 1 - at / RANKED] as const
    ),
  );
  const isCalling = (file: number, { ordinal }: TestUnit): boolean =>
    ordinal !== undefined && calling.has(`${file}\0${ordinal}`);
  const tests: Ranked[] = [];
  const groups: Ranked[] = [];
  for (const [at, file] of candidates.entries()) {
    if (at >= FIRST && late()) break;
    const lines = linesOf(index.files.paths[file]!, files) ?? [];
    const nearTop = Math.max(0, 1 - at / MOST_FILES);
    for (const unit of testUnitsOf(index, file, lines)) {
      const title = covers([...unit.around, unit.title].join(" ")) / whole;
      if (unit.isGroup) {
        groups.push({ file, unit, score: title });
        continue;
      }
      const body = covers(lines.slice(unit.startLine - 1, unit.endLine).join("\n")) / whole;
      const score = WORTH.title * title + WORTH.body * body + (isCalling(file, unit) ? WORTH.calls : 0) +
        WORTH.rank *
          (unit.ordinal === undefined ? nearTop : ranks.get(`${file}\0${unit.startLine}`) ?? 0) +
        WORTH.file * nearTop + WORTH.test * Number(title + body > 0);
      if (title + body > 0) tests.push({ file, unit, score });
    }
  }
  tests.sort((a, b) => b.score - a.score);
  const top = new Set(tests.slice(0, FIRST).map(({ file }) => file));
  const told = leading(groups.filter(({ file }) => top.has(file)), covers);
  const shown = tests.slice(0, MOST - told.length);
  return [
    ...told.map((one): Finding => groupFinding(one, { groups, index, covers, isCalling, names })),
    ...shown.map((one, rank): Finding => {
      const path = index.files.paths[one.file]!;
      const lines = linesOf(path, files) ?? [];
      const { startLine, endLine, ordinal, title } = one.unit;
      const symbol = ordinal === undefined
        ? undefined
        : index.parsed(one.file)?.definitions[ordinal]?.qualifiedName;
      const share = SHARES[rank];
      const definition = ordinal === undefined ? undefined : index.parsed(one.file)?.definitions[ordinal];
      const { tests: cases } = one.unit;
      const says = cases.length > 1
        ? `test of ${counted(cases.length, "case")}: ${titlesOf(cases, covers)}`
        : definition
        ? sayOf(definition, lines)
        : `test "${title}"`;
      return {
        path,
        startLine,
        endLine,
        ...(symbol !== undefined && { symbol }),
        claim: says,
        ...(names.length > 0 && isCalling(one.file, one.unit) && { relation: `calls ${names[0]}` }),
        isReason: true,
        score: one.score,
        confidence: Math.exp(one.score - shown[0]!.score),
        reasons: [],
        ...(share !== undefined && {
          code: piecesOf(lines, {
            startLine: headLine(lines, startLine, endLine),
            endLine,
            most: Math.max(1, Math.round(most * share)),
            weigh: (line) => PREPARES.test(line) ? 0 : weigh(line) + (CHECKS.test(line) ? CHECKED : 0),
          }),
        }),
      };
    }),
  ];
}

/** What a test that is a definition says of itself beside its name. */
function sayOf(definition: Definition, lines: readonly string[]): string {
  return definition.doc === "" ? "test" : claimOf(definition, lines, definition.startLine);
}

/** The line of a definition behind its decorators. */
function headLine(lines: readonly string[], startLine: number, endLine: number): number {
  if (!/^\s*@/.test(lines[startLine - 1] ?? "")) return startLine;
  const at = lines.slice(startLine - 1, endLine).findIndex((line) => HEAD.test(line));
  return at < 0 ? startLine : startLine + at;
}

/** The groups whose titles say most of the question, each something that those before it do not. */
function leading(groups: readonly Ranked[], covers: (text: string) => number): Ranked[] {
  const told: Ranked[] = [];
  let said = "";
  let least = 0;
  while (told.length < MOST_GROUPS) {
    const before = covers(said);
    const gain = ({ unit }: Ranked): number => covers(`${said} ${unit.title}`) - before;
    const best = groups.reduce<Ranked | undefined>(
      (most, one) => most && gain(most) >= gain(one) ? most : one,
      undefined,
    );
    if (!best || gain(best) <= least) break;
    if (told.length === 0) least = LEAST_TITLE * gain(best);
    told.push(best);
    said += ` ${best.unit.title}`;
  }
  return told;
}

function groupFinding(
  { file, unit: { title, startLine, endLine, tests, ordinal } }: Ranked,
  { groups, index, covers, isCalling, names }: {
    readonly groups: readonly Ranked[];
    readonly index: LexicalIndex;
    readonly covers: (text: string) => number;
    readonly isCalling: (file: number, unit: TestUnit) => boolean;
    readonly names: readonly string[];
  },
): Finding {
  const calls = tests.filter((one) => isCalling(file, one)).length;
  const inside = groups.filter(({ file: other, unit }) =>
    other === file && startLine < unit.startLine && unit.endLine <= endLine
  ).map(({ unit }) => unit).sort((a, b) => a.startLine - b.startLine);
  const symbol = ordinal === undefined ? undefined : index.parsed(file)?.definitions[ordinal]?.qualifiedName;
  return {
    path: index.files.paths[file]!,
    startLine,
    endLine,
    ...(symbol !== undefined && { symbol }),
    claim: `group ${symbol === undefined ? `"${title}" ` : ""}of ${counted(tests.length, "test")}${
      calls > 0 ? `, ${calls} call ${names[0]}` : ""
    }${
      inside.length > 0
        ? `; groups in it: ${
          joined(inside.map((one) => `${one.title} (${one.startLine}, ${counted(one.tests.length, "test")})`))
        }`
        : ""
    }: ${titlesOf(tests, covers)}`.slice(0, LONGEST_CLAIM),
    score: 1,
    reasons: [],
  };
}

/** The titles of tests with their lines, those first that say most of the question. */
function titlesOf(tests: readonly TestUnit[], covers: (text: string) => number): string {
  return joined(
    tests.toSorted((a, b) => covers(b.title) - covers(a.title) || a.startLine - b.startLine)
      .map((one) => `${one.title} (${one.startLine})`),
  );
}

/** As many as there is room for. */
function joined(titles: readonly string[]): string {
  let said = titles[0]!;
  for (const one of titles.slice(1)) {
    if (said.length + one.length > MOST_TITLES) return `${said}; ...`;
    said += `; ${one}`;
  }
  return said;
}

/** The files that the search found, and those with tests that call what is named. */
function candidateFiles({ files, functions }: SearchResult, calling: ReadonlySet<string>): number[] {
  const callers = [...calling].map((key) => Number(key.split("\0")[0]));
  const found = [
    ...files.slice(0, MOST_FILES).map(({ file }) => file),
    ...functions.slice(0, MOST).map(({ file }) => file),
  ];
  return [...new Set([...found, ...callers])].slice(0, 2 * MOST_FILES);
}

/** Tests that call one of the definitions, or something of the product that does, by file and ordinal. */
function testsCalling(names: readonly string[], graph: CodeGraph, late: () => boolean): ReadonlySet<string> {
  const { index } = graph;
  const isTestFile = ({ file }: SymbolRef): boolean => index.traits.test[file] === 1;
  const found = new Set<string>();
  const through: SymbolRef[] = [];
  const add = (symbol: SymbolRef, isLast: boolean): void => {
    for (const { from, confidence } of graph.callers(symbol, MOST_CALLER_FILES)) {
      if (confidence < LEAST_CONFIDENCE || from.definition < 0) continue;
      if (isTestFile(from)) found.add(`${from.file}\0${from.definition}`);
      else if (!isLast) through.push(from);
    }
  };
  for (const name of names) {
    const { symbols } = findSymbols(index, name);
    for (const symbol of symbols) {
      const kind = graph.definition(symbol)?.kind;
      const isMeant = kind !== undefined && (CALLABLE.has(kind) || CLASS_KINDS.has(kind));
      if (isMeant && !isTestFile(symbol) && !late()) add(symbol, false);
    }
  }
  for (const symbol of through.slice(0, MOST)) if (!late()) add(symbol, true);
  return found;
}

/** What a text holds of the question's weight, each word once. */
function coverage(weigh: (line: string) => number): (text: string) => number {
  const known = new Map<string, number>();
  return (text) => {
    const seen = new Set<string>();
    let sum = 0;
    tokenize(text, (token) => {
      if (seen.has(token)) return;
      seen.add(token);
      let weight = known.get(token);
      if (weight === undefined) known.set(token, weight = ASKING.has(token) ? 0 : weigh(token));
      sum += weight;
    });
    return sum;
  };
}
