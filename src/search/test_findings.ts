import type { Finding } from "../model/findings.ts";
import type { RepositoryFiles } from "../model/ports.ts";
import { CALLABLE } from "../syntax/class_kinds.ts";
import type { Definition } from "../syntax/parsed_file.ts";
import { definitionFindings } from "./definition_findings.ts";
import type { SearchResult } from "./rank/search_result.ts";

/** Tests that are shown. */
const MOST = 8;
/** What a test counts more than what only helps tests. */
const IS_TEST = 1.5;
const NAME = /^(?:it|test|specify|scenario|example|should|bench) |^[Tt]est|(?:_test|Tests?)$/;
const MARK =
  /^(?:\w+(?:\.|::))*(?:test|tests|Test|TestCase|TestMethod|Fact|Theory|ParameterizedTest|RepeatedTest|rstest|test_case|wasm_bindgen_test|DataTestMethod)\b/;

/**
 * For a question which tests there are for something: the tests found among the files of tests, helpers behind them. The
 * best file comes first where its tests are no definitions.
 */
export function testFindings(result: SearchResult, files: RepositoryFiles, lines: number): Finding[] {
  const functions = result.functions
    .map((one) => ({ ...one, score: one.score + (isTest(one.definition) ? IS_TEST : 0) }))
    .sort((a, b) => b.score - a.score);
  const best = result.files[0] && result.table.context.index.files.paths[result.files[0].file];
  return definitionFindings({ ...result, functions }, files, { most: MOST, lines })
    .filter(({ symbol, path }) => symbol !== undefined || path === best);
}

/** Whether a definition in a file of tests is a test itself, by its name or what it is marked with. */
function isTest({ name, kind, decorators }: Definition): boolean {
  return CALLABLE.has(kind) && (NAME.test(name) || decorators.some((one) => MARK.test(one)));
}
