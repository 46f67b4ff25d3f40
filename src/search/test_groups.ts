import { counted } from "../model/counted.ts";
import type { Finding } from "../model/findings.ts";
import type { Asked, Ranked } from "./test_question.ts";
import { callOf, definitionOf } from "./test_question.ts";
import type { TestUnit } from "./test_units.ts";

/** Groups that are shown. */
const MOST_GROUPS = 3;
/** A group in another file than the best tests is told from this share of the question's weight on, or of the best group's. */
const LEAST_SAID = 0.3;
const LIKE_BEST = 0.75;
/** A group is told whose title has so much of the question's weight, beside the best title, that groups before it have not. */
const LEAST_TITLE = 0.1;
/** UTF-16 units of the titles of a group. */
const MOST_TITLES = 190;
const LONGEST_CLAIM = 239;
/** What ends a list that has no room for the others. */
const CUT = "; ...";

/** Of the files of the best tests the groups that say most, and of other files the best whose title speaks of the question. */
export function toldGroups(
  all: readonly Ranked[],
  best: readonly Ranked[],
  covers: (text: string) => number,
): Ranked[] {
  const isBest = ({ file }: Ranked): boolean => best.some((one) => one.file === file);
  const isGroup = (one: Ranked): boolean =>
    one.unit.ordinal !== undefined || one.score >= LEAST_SAID && !isBest(one);
  const groups = all.filter(isGroup);
  const told = leading(groups.filter(isBest), covers);
  const least = Math.max(LEAST_SAID, LIKE_BEST * Math.max(0, ...told.map(({ score }) => score)));
  const others = groups.filter(({ file, score }) => score >= least && !told.some((one) => one.file === file))
    .sort((a, b) => b.score - a.score);
  const apart = others.filter(({ file }, at) => others.findIndex((one) => one.file === file) === at);
  return [...told, ...apart].slice(0, MOST_GROUPS);
}

/** The groups whose titles say most of the question, at most two, each something that those before it do not. */
function leading(groups: readonly Ranked[], covers: (text: string) => number): Ranked[] {
  const told: Ranked[] = [];
  let said = "";
  let least = 0;
  while (told.length < MOST_GROUPS - 1) {
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

/** What a group holds; of more tests than there is room for, those that are not shown by themselves. */
export function groupFinding(
  one: Ranked,
  groups: readonly Ranked[],
  asked: Asked,
  shown: readonly Ranked[],
): Finding {
  const { file, unit: { title, startLine, endLine, tests } } = one;
  const inside = groups.filter(({ file: other, unit }) =>
    other === file && startLine < unit.startLine && unit.endLine <= endLine
  ).map(({ unit }) => unit).sort((a, b) => a.startLine - b.startLine);
  const symbol = definitionOf(one, asked)?.qualifiedName;
  const within = joined(
    inside.map((group) => `${group.title} (${group.startLine}, ${counted(group.tests.length, "test")})`),
  );
  const isShown = (test: TestUnit): boolean =>
    shown.some((other) => other.file === file && other.unit.startLine === test.startLine);
  const all = titlesOf(tests, asked.covers);
  const listed = all.endsWith(CUT) ? titlesOf(tests.filter((test) => !isShown(test)), asked.covers) : all;
  return {
    path: asked.index.files.paths[file]!,
    startLine,
    endLine,
    ...(symbol !== undefined && { symbol }),
    claim: `group ${symbol === undefined ? `"${title}" ` : ""}of ${counted(tests.length, "test")}${
      callsOf(file, tests, asked)
    }${within === "" ? "" : `; groups in it: ${within}`}${listed === "" ? "" : `: ${listed}`}`
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
export function titlesOf(tests: readonly TestUnit[], covers: (text: string) => number): string {
  return joined(
    tests.toSorted((a, b) => covers(b.title) - covers(a.title) || a.startLine - b.startLine)
      .map((one) => `${one.title} (${one.startLine})`),
  );
}

/** As many as there is room for. */
export function joined(titles: readonly string[]): string {
  let said = titles[0] ?? "";
  for (const one of titles.slice(1)) {
    if (said.length + one.length > MOST_TITLES) return said + CUT;
    said += `; ${one}`;
  }
  return said;
}

/** The group around the best test, which lists the tests beside those shown, where none of its file is told. */
export function besideShown(
  groups: readonly Ranked[],
  told: readonly Ranked[],
  shown: readonly Ranked[],
): Ranked[] {
  const [best] = shown;
  if (!best || told.some(({ file }) => file === best.file)) return [];
  const around = groups.filter(({ file, unit }) =>
    file === best.file && unit.startLine <= best.unit.startLine && best.unit.endLine <= unit.endLine
  ).sort((a, b) => b.unit.tests.length - a.unit.tests.length);
  return around.slice(0, 1).filter(({ file, unit }) => countIn(file, shown) < unit.tests.length);
}

function countIn(file: number, tests: readonly Ranked[]): number {
  return tests.filter((one) => one.file === file).length;
}
