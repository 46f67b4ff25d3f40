import type { Subject } from "../model/question.ts";

/** Phrases about a repository's own tests; "a test fails" may be of the code that uses it. */
const OWN_TESTS = [
  /(?<![a-z])(?:failing|flaky|broken|slow|skipped|existing|our|unit|integration|regression) (?:tests?|specs?)(?![a-z])/i,
  /(?<![a-z])(?:testing|fixtures?)(?![a-z])/i,
  // a test by its name or its file
  /(?<![a-z])test_\w|\w_(?:test|spec)(?![a-z])|\.(?:test|spec)\./i,
  /(?:失败|不稳定|现有|我们)的?(?:测试|用例)|单测|单元测试/,
];
const DOCUMENTS =
  /\b(?:docs?|documents?|documentation|documented|readme|changelog|guides?|config(?:uration)?|templates?|ya?ml|json)\b|文档|文檔|配置|模板/i;

/** Kinds of files that sentences may be about without asking for a list of them. */
export function subjectsOf(prose: string): Subject[] {
  return [
    ...(OWN_TESTS.some((shape) => shape.test(prose)) ? ["tests" as const] : []),
    ...(DOCUMENTS.test(prose) ? ["documents" as const] : []),
  ];
}
