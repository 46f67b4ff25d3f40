import { anyOf } from "../../text/any_of.ts";
import { lookUp } from "../../model/json.ts";
import type { SearchQuery } from "../query/search_query.ts";
import type { Weights } from "./model.ts";

/** Longer texts are reports: they mention tests, documents and paths without asking for them. */
const SHORT_PROMPT = 400;
/**
 * Phrases about a repository's own tests without asking for a list; "a test fails" may be of the code that uses it.
 */
const OWN_TESTS = anyOf([
  /(?<![a-z])(?:failing|flaky|broken|slow|skipped|existing|our|unit|integration|regression) (?:tests?|specs?)(?![a-z])/,
  /(?<![a-z])(?:testing|fixtures?)(?![a-z])/,
  // a test by its name or its file
  /(?<![a-z])test_\w|\w_(?:test|spec)(?![a-z])|\.(?:test|spec)\./,
  /(?:失败|不稳定|现有|我们)的?(?:测试|用例)|单测|单元测试/,
]);
const TEXTS =
  /\b(?:docs?|documents?|documentation|documented|readme|changelog|guides?|config(?:uration)?|templates?|ya?ml|json)\b|文档|文檔|配置|模板/i;

/**
 * The least that naming something outright weighs in a short prompt. The models learn from long reports, where most
 * of what is named is scenery.
 */
const NAMED_OUTRIGHT: Weights = {
  path_named: 4,
  url_named: 4,
  module_named: 2,
  trace: 2,
  trace_last: 2,
  qualified: 2,
  defines: 2,
};

/** Weight of a test, file or definition, where tests are asked for. */
const TEST_FIRST = 1.5;

/** The weights for this question: of tests, whether they are asked for. */
export function definitionWeightsFor(query: SearchQuery, weights: Weights): Weights {
  if (query.asksForTests) return { ...weights, is_test_code: TEST_FIRST };
  return speaksOfTests(query)
    ? { ...weights, is_test_code: (lookUp(weights, "is_test_code") ?? 0) / 2 }
    : weights;
}

/** Checks if the repository's tests may be the subject. */
function speaksOfTests(query: SearchQuery): boolean {
  const { title, prose } = query.segments;
  return OWN_TESTS.test(`${title}\n${prose}`);
}

/** Checks if a question is a report of some length; a pasted trace does not make it one. */
export function isReport({ segments: { all, trace } }: SearchQuery): boolean {
  return all.length - trace.length > SHORT_PROMPT;
}

/** The weights for this question: a short prompt gets what it names, and tests and documents when it asks for them. */
export function wishedFor(query: SearchQuery, weights: Weights): Weights {
  const { title, prose } = query.segments;
  if (isReport(query)) return weights;
  const wished: Record<string, number> = { ...weights };
  for (const [id, least] of Object.entries(NAMED_OUTRIGHT)) wished[id] = Math.max(wished[id] ?? 0, least);
  if (query.asksForTests) wished["is_test"] = TEST_FIRST;
  else if (speaksOfTests(query)) wished["is_test"] = 0;
  // Documents define nothing.
  if (TEXTS.test(`${title}\n${prose}`)) wished["is_text"] = wished["has_names"] = 0;
  return wished;
}
