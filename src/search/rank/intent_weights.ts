import { lookUp } from "../../model/json.ts";
import type { SearchQuery } from "../query/search_query.ts";
import type { Weights } from "./feature_table.ts";

/**
 * The least that naming something outright weighs in a short prompt. The models learn from long reports, where most
 * of what is named is scenery.
 */
const NAMED_OUTRIGHT: Weights = {
  path_named: 4,
  trace: 2,
  trace_last: 2,
  qualified: 2,
  defines: 2,
};

/** Weight of a test, file or definition, where tests are asked for. */
const TEST_FIRST = 1.5;

/** The weights for this question: of tests, whether they are asked for. */
export function definitionWeightsFor({ question }: SearchQuery, weights: Weights): Weights {
  if (question.answer === "tests") return { ...weights, is_test_code: TEST_FIRST };
  return question.subjects.includes("tests")
    ? { ...weights, is_test_code: (lookUp(weights, "is_test_code") ?? 0) / 2 }
    : weights;
}

/** The weights for this question: a short prompt gets what it names, and tests and documents when it asks for them. */
export function wishedFor({ question }: SearchQuery, weights: Weights): Weights {
  if (question.isReport) return weights;
  const wished: Record<string, number> = { ...weights };
  for (const [id, least] of Object.entries(NAMED_OUTRIGHT)) wished[id] = Math.max(wished[id] ?? 0, least);
  if (question.answer === "tests") wished["is_test"] = TEST_FIRST;
  else if (question.subjects.includes("tests")) wished["is_test"] = 0;
  // Documents define nothing.
  if (question.subjects.includes("documents")) wished["is_text"] = wished["has_names"] = 0;
  return wished;
}
