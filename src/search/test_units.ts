import type { LexicalIndex } from "../index/lexical_index.ts";
import { CALLABLE, CLASS_KINDS } from "../syntax/class_kinds.ts";
import type { Definition } from "../syntax/parsed_file.ts";
import { holdsLine } from "../syntax/parsed_file.ts";
import { isTestCode } from "../syntax/test_code.ts";

/** A test, or a group of them, in a file of tests. */
export interface TestUnit {
  /** As the file writes it, without the word that makes it a test. */
  readonly title: string;
  /** One-based. */
  readonly startLine: number;
  /** One-based, inclusive. */
  readonly endLine: number;
  /** The definition that it is; absent for what only its text shows to be a test. */
  readonly ordinal?: number;
  /** The tests of a group, those of groups inside too; of a test the cases that it runs through. */
  readonly tests: readonly TestUnit[];
  /** Whether it is a group: a class, or a call that is given tests. */
  readonly isGroup: boolean;
  /** The titles of the groups around it. */
  readonly around: readonly string[];
}

const NAME = /^(?:it|test|specify|scenario|example|should|bench) |^[Tt]est|(?:_test|Tests?)$/;
/** What tests use, though named like one. */
const HELPER = /^(?:get|do|run|make|create|build|load|provide)(?=[A-Z_])|^tests?$/;
const MARK =
  /^(?:\w+(?:\.|::))*(?:test|tests|Test|TestCase|TestMethod|Fact|Theory|ParameterizedTest|RepeatedTest|rstest|test_case|wasm_bindgen_test|DataTestMethod)\b/;
const GROUP = /^(?:describe|context|feature|suite|module|example_group|shared_\w+) /;
const WORD =
  /^(?:it|test|specify|scenario|example|should|bench|describe|context|feature|suite|module|example_group|shared_\w+) /;
/** Tests that are no definitions: Perl's subtests, bats, git's shell tests, Tcl's, macros of C and C++, Go's subtests. */
const IN_TEXT =
  /^\s*(?:subtest\s+(?:["'](.+?)["'])|@test\s+["'](.+?)["']|test_expect_\w+\s+(?:[A-Z_,!]+\s+)?["'](.+?)["']|test\s+(?:\{(.+?)\}|"(.+?)")\s+\{|(?:TEST_CASE(?:_METHOD)?|SCENARIO|BOOST_AUTO_TEST_CASE|TEST(?:_F|_P|_IMPL)?|START_TEST|SECTION|SUBCASE)\s*\(\s*"?(.+?)"?\s*[,)]|t\.Run\(\s*"(.+?)")/;
/** Tables of cases that Go's tests run through. */
const CASE = /^\s*(?:\{\s*)?(?:name|desc|description|title|scenario)\s*:\s*"(.+?)"/;
const RUNS_CASES = /\bt\.Run\(/;
/** Lines of a test that its text does not end. */
const LONGEST = 200;
const CLOSES = /^\s*(?:[})\]]|end\b|')/;

/** Whether a definition in a file of tests is a test itself, by its name or what it is marked with. */
export function isTest({ name, kind, decorators }: Definition): boolean {
  return CALLABLE.has(kind) &&
    (NAME.test(name) && !HELPER.test(name) || decorators.some((one) => MARK.test(one)));
}

/** Whether a definition in a file of the product is a test, as in Rust's `mod tests` beside the code. */
export function isTestBesideCode(index: LexicalIndex, file: number, ordinal: number): boolean {
  const parsed = index.parsed(file);
  const one = parsed?.definitions[ordinal];
  return one !== undefined && isTest(one) && isTestCode(parsed!, ordinal);
}

/**
 * The tests of a file and the groups that hold at least two, of which it is one itself unless another holds all; where it
 * has none, the file as a whole is a test.
 */
export function testUnitsOf(index: LexicalIndex, file: number, lines: readonly string[]): TestUnit[] {
  const definitions = index.parsed(file)?.definitions ?? [];
  const aroundOf = ({ parent }: Definition): string[] =>
    parent < 0 ? [] : [...aroundOf(definitions[parent]!), titleOf(definitions[parent]!.name)];
  const defined = definitions.flatMap((one, ordinal): TestUnit[] =>
    isTest(one)
      ? [{
        ...rangeOf(one),
        title: titleOf(one.name),
        ordinal,
        tests: [],
        isGroup: false,
        around: aroundOf(one),
      }]
      : []
  );
  const written = writtenIn(lines, definitions);
  const tests = [
    ...defined.map((one) => ({ ...one, tests: written.filter((other) => holds(one, other)) })),
    ...written.filter((one) => !defined.some((other) => holds(other, one))),
  ].sort((a, b) => a.startLine - b.startLine);
  const groups = definitions.flatMap((one, ordinal): TestUnit[] => {
    if (!GROUP.test(one.name) && !CLASS_KINDS.has(one.kind)) return [];
    const held = tests.filter((test) => holds(rangeOf(one), test));
    const about = { title: titleOf(one.name), ordinal, isGroup: true, around: aroundOf(one) };
    return held.length < 2 ? [] : [{ ...rangeOf(one), ...about, tests: held }];
  });
  const title = index.files.paths[file]!.split("/").at(-1)!;
  if (tests.length === 0) {
    const range = { startLine: 1, endLine: Math.max(1, lines.length) };
    return [{ ...range, title, tests: [], isGroup: false, around: [] }];
  }
  if (tests.length === 1 || groups.some((one) => one.tests.length === tests.length)) {
    return [...groups, ...tests];
  }
  const range = { startLine: tests[0]!.startLine, endLine: Math.max(...tests.map((one) => one.endLine)) };
  return [{ ...range, title, tests, isGroup: true, around: [] }, ...groups, ...tests];
}

function writtenIn(lines: readonly string[], definitions: readonly Definition[]): TestUnit[] {
  const running = definitions.filter((one) =>
    isTest(one) && lines.slice(one.startLine - 1, one.endLine).some((line) => RUNS_CASES.test(line))
  );
  const starts = lines.flatMap((line, at) => {
    const found = IN_TEXT.exec(line)?.slice(1).find((title) => title !== undefined);
    const isCase = (): boolean => running.some((one) => holdsLine(one, at + 1));
    const title = found ?? (isCase() ? CASE.exec(line)?.[1] : undefined);
    return title === undefined ? [] : [{ at, title }];
  });
  return starts.map(({ at, title }, i) => {
    const next = starts[i + 1]?.at ?? lines.length;
    const end = endOf(lines, at, next);
    return { title, startLine: at + 1, endLine: end + 1, tests: [], isGroup: false, around: [] };
  });
}

/** Zero-based last line of what begins at a line: where its indentation closes, else before the next one. */
function endOf(lines: readonly string[], at: number, next: number): number {
  const indent = indentOf(lines[at]!);
  const last = Math.min(lines.length - 1, at + LONGEST);
  for (let line = at + 1; line <= last; line++) {
    if (CLOSES.test(lines[line]!) && indentOf(lines[line]!) <= indent) return line;
  }
  return Math.max(at, Math.min(last, next - 1));
}

function indentOf(line: string): number {
  return line.length - line.trimStart().length;
}

function rangeOf({ startLine, endLine }: Definition): Pick<TestUnit, "startLine" | "endLine"> {
  return { startLine, endLine };
}

function holds(
  outer: Pick<TestUnit, "startLine" | "endLine">,
  inner: Pick<TestUnit, "startLine" | "endLine">,
): boolean {
  return outer.startLine <= inner.startLine && inner.endLine <= outer.endLine &&
    (outer.startLine < inner.startLine || inner.endLine < outer.endLine);
}

function titleOf(name: string): string {
  return name.replace(WORD, "");
}
