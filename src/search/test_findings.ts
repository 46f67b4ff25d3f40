import type { CodeGraph } from "../graph/edges.ts";
import { LEAST_CONFIDENCE } from "../graph/edges.ts";
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

/** That a test calls a named definition, or reaches it through one of the product that does. */
interface Call {
  readonly name: string;
  readonly isDirect: boolean;
}

/** What the findings are worked out from. */
interface Asked {
  readonly index: LexicalIndex;
  readonly linesOf: (file: number) => readonly string[];
  readonly weigh: (line: string) => number;
  /** What a text holds of the question's weight. */
  readonly covers: (text: string) => number;
  /** By file and ordinal of the test. */
  readonly calls: ReadonlyMap<string, Call>;
}

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
  const weigh = lineWeights(context);
  const asked: Asked = {
    index,
    linesOf: (file) => linesOf(index.files.paths[file]!, files) ?? [],
    weigh,
    covers: coverage(weigh),
    calls: testsCalling(names, graphOver(index), late),
  };
  const { tests, groups } = rankedUnits(result, asked, late);
  const top = new Set(tests.slice(0, FIRST).map(({ file }) => file));
  const told = leading(groups.filter(({ file }) => top.has(file)), asked.covers);
  const shown = tests.slice(0, MOST - told.length);
  return [
    ...told.map((one) => groupFinding(one, groups, asked)),
    ...shown.map((one, rank): Finding => {
      const share = SHARES[rank];
      return {
        ...testFinding(one, asked),
        confidence: Math.exp(one.score - shown[0]!.score),
        ...(share !== undefined && { code: codeOf(one, Math.max(1, Math.round(most * share)), asked) }),
      };
    }),
  ];
}

/** The tests and the groups of the files that may answer, the best tests first. */
function rankedUnits(
  result: SearchResult,
  asked: Asked,
  late: () => boolean,
): { readonly tests: Ranked[]; readonly groups: Ranked[] } {
  const { index, covers, calls } = asked;
  const whole = covers([...result.table.context.query.terms.keys()].join(" ")) || 1;
  const ranks = new Map(
    result.functions.slice(0, RANKED).map(({ file, definition }, at) =>
      [`${file}\0${definition.startLine}`, 1 - at / RANKED] as const
    ),
  );
  const tests: Ranked[] = [];
  const groups: Ranked[] = [];
  for (const [at, file] of candidateFiles(result, calls).entries()) {
    if (at >= FIRST && late()) break;
    const lines = asked.linesOf(file);
    const nearTop = Math.max(0, 1 - at / MOST_FILES);
    for (const unit of testUnitsOf(index, file, lines)) {
      const title = covers([...unit.around, unit.title].join(" ")) / whole;
      if (unit.isGroup) {
        groups.push({ file, unit, score: title });
        continue;
      }
      const body = covers(lines.slice(unit.startLine - 1, unit.endLine).join("\n")) / whole;
      if (title + body === 0) continue;
      const score = WORTH.title * title + WORTH.body * body + (callOf(file, unit, asked) ? WORTH.calls : 0) +
        WORTH.rank *
          (unit.ordinal === undefined ? nearTop : ranks.get(`${file}\0${unit.startLine}`) ?? 0) +
        WORTH.file * nearTop + WORTH.test;
      tests.push({ file, unit, score });
    }
  }
  return { tests: tests.sort((a, b) => b.score - a.score), groups };
}

function callOf(file: number, { ordinal }: TestUnit, { calls }: Asked): Call | undefined {
  return ordinal === undefined ? undefined : calls.get(`${file}\0${ordinal}`);
}

/** The definition that a test or a group is, where it is one. */
function definitionOf({ file, unit: { ordinal } }: Ranked, { index }: Asked): Definition | undefined {
  return ordinal === undefined ? undefined : index.parsed(file)?.definitions[ordinal];
}

/** Where a test is, what it says of itself and what of the question it calls. */
function testFinding(one: Ranked, asked: Asked): Finding {
  const { file, unit: { startLine, endLine, title, tests: cases }, score } = one;
  const definition = definitionOf(one, asked);
  const call = callOf(file, one.unit, asked);
  return {
    path: asked.index.files.paths[file]!,
    startLine,
    endLine,
    ...(definition && { symbol: definition.qualifiedName }),
    claim: cases.length > 1
      ? `test of ${counted(cases.length, "case")}: ${titlesOf(cases, asked.covers)}`
      : definition
      ? sayOf(definition, asked.linesOf(file))
      : `test "${title}"`,
    ...(call && { relation: `${call.isDirect ? "calls" : "reaches"} ${call.name}` }),
    isReason: true,
    score,
    reasons: [],
  };
}

/** The lines of a test that speak of the question and that check something, after its head. */
function codeOf(
  { file, unit: { startLine, endLine } }: Ranked,
  most: number,
  { linesOf, weigh }: Asked,
): NonNullable<Finding["code"]> {
  const lines = linesOf(file);
  return piecesOf(lines, {
    startLine: headLine(lines, startLine, endLine),
    endLine,
    most,
    weigh: (line) => PREPARES.test(line) ? 0 : weigh(line) + (CHECKS.test(line) ? CHECKED : 0),
  });
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

function groupFinding(one: Ranked, groups: readonly Ranked[], asked: Asked): Finding {
  const { file, unit: { title, startLine, endLine, tests } } = one;
  const inside = groups.filter(({ file: other, unit }) =>
    other === file && startLine < unit.startLine && unit.endLine <= endLine
  ).map(({ unit }) => unit).sort((a, b) => a.startLine - b.startLine);
  const symbol = definitionOf(one, asked)?.qualifiedName;
  const within = joined(
    inside.map((group) => `${group.title} (${group.startLine}, ${counted(group.tests.length, "test")})`),
  );
  return {
    path: asked.index.files.paths[file]!,
    startLine,
    endLine,
    ...(symbol !== undefined && { symbol }),
    claim: `group ${symbol === undefined ? `"${title}" ` : ""}of ${counted(tests.length, "test")}${
      callsOf(file, tests, asked)
    }${within === "" ? "" : `; groups in it: ${within}`}: ${titlesOf(tests, asked.covers)}`
      .slice(0, LONGEST_CLAIM),
    score: 1,
    reasons: [],
  };
}

/** How many tests of a group call or reach what is named. */
function callsOf(file: number, tests: readonly TestUnit[], asked: Asked): string {
  const calls = tests.flatMap((test) => callOf(file, test, asked) ?? []);
  if (calls.length === 0) return "";
  const names = new Set(calls.map(({ name }) => name));
  return `, ${calls.length} ${calls.every(({ isDirect }) => isDirect) ? "call" : "reach"} ${
    [...names].join(" or ")
  }`;
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
  let said = titles[0] ?? "";
  for (const one of titles.slice(1)) {
    if (said.length + one.length > MOST_TITLES) return `${said}; ...`;
    said += `; ${one}`;
  }
  return said;
}

/** The files that the search found, and those with tests that call what is named. */
function candidateFiles({ files, functions }: SearchResult, calls: Asked["calls"]): number[] {
  const callers = [...calls.keys()].map((key) => Number(key.split("\0")[0]));
  const found = [
    ...files.slice(0, MOST_FILES).map(({ file }) => file),
    ...functions.slice(0, MOST).map(({ file }) => file),
  ];
  return [...new Set([...found, ...callers])].slice(0, 2 * MOST_FILES);
}

/** Tests that call one of the definitions, or something of the product that does, by file and ordinal. */
function testsCalling(names: readonly string[], graph: CodeGraph, late: () => boolean): Asked["calls"] {
  const { index } = graph;
  const isTestFile = ({ file }: SymbolRef): boolean => index.traits.test[file] === 1;
  const found = new Map<string, Call>();
  const through: { readonly symbol: SymbolRef; readonly name: string }[] = [];
  const add = (symbol: SymbolRef, call: Call): void => {
    for (const { from, confidence } of graph.callers(symbol, MOST_CALLER_FILES)) {
      if (confidence < LEAST_CONFIDENCE || from.definition < 0) continue;
      const key = `${from.file}\0${from.definition}`;
      if (!isTestFile(from)) {
        if (call.isDirect) through.push({ symbol: from, name: call.name });
      } else if (!found.has(key)) found.set(key, call);
    }
  };
  for (const name of names) {
    for (const symbol of findSymbols(index, name).symbols) {
      const kind = graph.definition(symbol)?.kind;
      const isMeant = kind !== undefined && (CALLABLE.has(kind) || CLASS_KINDS.has(kind));
      if (isMeant && !isTestFile(symbol) && !late()) add(symbol, { name, isDirect: true });
    }
  }
  for (const { symbol, name } of through.slice(0, MOST)) if (!late()) add(symbol, { name, isDirect: false });
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
