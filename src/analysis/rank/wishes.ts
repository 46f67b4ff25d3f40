import type { QueryViews } from "../query/views.ts";
import type { Weights } from "./model.ts";

/** Longer texts are reports: they mention tests and documents without asking for them. */
const SHORT_PROMPT = 400;
const TESTS = /\b(?:unit ?)?(?:tests?|tested|testing|specs?|fixtures?)\b|测试|測試|单测|用例/i;
const TEXTS =
  /\b(?:docs?|documentation|documented|readme|changelog|guides?|config(?:uration)?|templates?|ya?ml|json)\b|文档|文檔|配置|模板/i;

/** The weights with the demotion of tests and documents lifted where a short prompt asks for them. */
export function wishedFor(query: QueryViews, weights: Weights): Weights {
  const { all } = query.segments;
  if (all.length > SHORT_PROMPT) return weights;
  const lifted: Record<string, number> = { ...weights };
  if (TESTS.test(all)) lifted["is_test"] = 0;
  if (TEXTS.test(all)) lifted["is_text"] = 0;
  return lifted;
}
