import { graphOver } from "../graph/open_graph.ts";
import { counted } from "../model/counted.ts";
import type { Finding } from "../model/findings.ts";
import type { RepositoryFiles } from "../model/ports.ts";
import type { Definition } from "../syntax/parsed_file.ts";
import { claimOf } from "./claims.ts";
import { lineWeights } from "./definition_findings.ts";
import { linesOf } from "./file_lines.ts";
import { piecesOf } from "./rank/pieces.ts";
import type { RankedFunction } from "./rank/rank_functions.ts";
import type { SearchResult } from "./rank/search_result.ts";
import { besideShown, groupFinding, titlesOf, toldGroups } from "./test_groups.ts";
import type { Asked, Ranked } from "./test_question.ts";
import { callOf, coverage, definitionOf, testsCalling } from "./test_question.ts";
import { isTestBesideCode, testUnitsOf } from "./test_units.ts";
import { testedFindings } from "./tested_findings.ts";

/** Tests and groups that are shown. */
const MOST = 10;
const MOST_TESTS = 8;
/** The best tests, in whose files groups are looked for, and files that are looked through however late it is. */
const FIRST = 3;
/** Files of tests that are looked through. */
const MOST_FILES = 10;
const RANKED = 20;
/** What says that a test is meant: its title, what it holds, that it calls what the question names, and how the search ranks it. */
const WORTH = { title: 1.2, body: 0.5, calls: 0.4, rank: 0.8, file: 0.5, test: 0.3 };
/** Lines of code by rank, as shares of the best one's. */
const SHARES = [0.6, 0.5, 0.4, 0.4, 0.3, 0.3];
/** Behind the first tests, those that are worth less than this share of the best are named without code. */
const NEAR_BEST = 0.85;
/** Lines that prepare a test say nothing of what it expects; lines that check something do. */
const PREPARES =
  /\b(?:[sS]etenv|[cC]learenv|environ|process\.env|override_settings|monkeypatch|putenv|mkdir|logging)\b|^\s*(?:import|use|require|#include)\b/;
const CHECKS =
  /\b(?:assert\w*|expect\w*|should\w*|is|isnt|like|cmp_ok|ok|is_deeply|check|require\.\w+|want\w*|input|output|Errorf|Fatalf|EXPECT_\w+|ASSERT_\w+|REQUIRE)\b/;
const CHECKED = 2;
const HEAD = /^\s*(?:(?:async\s+)?def|(?:public|private|protected|fun|void|static)\b)/;

/** What a question for tests is asked of. */
export interface TestOptions {
  /** Lines of code of the best test. */
  readonly lines: number;
  /** Names of the product's definitions that the question names. */
  readonly names?: readonly string[];
  /** What was found in all files, of which tests beside the code they are for count too. */
  readonly everywhere?: SearchResult;
  readonly late?: () => boolean;
}

/** Tests, and what they are for. */
export interface TestFindings {
  readonly covering: readonly Finding[];
  readonly tested: readonly Finding[];
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
  { lines: most, names = [], everywhere, late = () => false }: TestOptions,
): TestFindings {
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
  const beside =
    everywhere?.functions.filter(({ file, at }) =>
      index.traits.test[file] !== 1 && isTestBesideCode(index, file, at)
    ) ?? [];
  const { tests, groups } = rankedUnits(result, beside, asked, late);
  const told = toldGroups(groups, tests.slice(0, FIRST), asked.covers);
  const shown = tests.slice(0, Math.min(MOST_TESTS, MOST - told.length));
  const asGroup = (one: Ranked): Finding => groupFinding(one, groups, asked, shown);
  const covering = [
    ...told.map(asGroup),
    ...shown.map((one, rank): Finding => {
      const isNear = rank < FIRST || one.score >= NEAR_BEST * shown[0]!.score;
      const share = isNear ? SHARES[rank] : undefined;
      return {
        ...testFinding(one, asked),
        confidence: Math.exp(one.score - shown[0]!.score),
        ...(share !== undefined && { code: codeOf(one, Math.max(1, Math.round(most * share)), asked) }),
      };
    }),
    ...besideShown(groups, told, shown).map(asGroup),
  ];
  return { covering, tested: underTest(shown.slice(0, FIRST), wholeOf(result, asked), asked, late) };
}

/** What the tests are for. */
function underTest(tests: readonly Ranked[], whole: number, asked: Asked, late: () => boolean): Finding[] {
  const places = tests.flatMap(({ file, unit: { ordinal: definition, title } }) =>
    definition === undefined ? [] : [{ symbol: { file, definition }, title }]
  );
  const covers = (text: string): number => asked.covers(text) / whole;
  return testedFindings(places, asked.index, { linesOf: asked.linesOf, covers, late });
}

/** The question's weight. */
function wholeOf({ table }: SearchResult, { covers }: Asked): number {
  return covers([...table.context.query.terms.keys()].join(" ")) || 1;
}

/** The tests and the groups of the files that may answer, the best tests first. */
function rankedUnits(
  result: SearchResult,
  beside: readonly RankedFunction[],
  asked: Asked,
  late: () => boolean,
): { readonly tests: Ranked[]; readonly groups: Ranked[] } {
  const { index, covers, calls } = asked;
  const whole = wholeOf(result, asked);
  const ranks = new Map(
    [result.functions, beside].flatMap((ranked) =>
      ranked.slice(0, RANKED).map(({ file, definition }, at) =>
        [`${file}\0${definition.startLine}`, 1 - at / RANKED] as const
      )
    ),
  );
  const tests: Ranked[] = [];
  const groups: Ranked[] = [];
  for (const [at, file] of candidateFiles(result, beside, calls).entries()) {
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

/** The files that the search found, and those with tests that call what is named. */
function candidateFiles(
  { files, functions }: SearchResult,
  beside: readonly RankedFunction[],
  calls: Asked["calls"],
): number[] {
  const callers = [...calls.keys()].map((key) => Number(key.split("\0")[0]));
  const found = [
    ...files.slice(0, MOST_FILES).map(({ file }) => file),
    ...functions.slice(0, MOST).map(({ file }) => file),
    ...beside.slice(0, MOST).map(({ file }) => file),
  ];
  return [...new Set([...found, ...callers])].slice(0, 2 * MOST_FILES);
}
