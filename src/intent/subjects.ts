import type { Subject } from "../model/question.ts";

/** A test by its name or its file; "a test fails" may be of the code that uses it. */
const OWN_TEST = /(?<![a-z])test_\w|\w_(?:test|spec)(?![a-z])|\.(?:test|spec)\./i;
const DOCUMENTS =
  /\b(?:docs?|documents?|documentation|documented|readme|changelog|guides?|config(?:uration)?|templates?|ya?ml|json)\b|文档|文檔|配置|模板/i;

/** Kinds of files that sentences may be about without asking for a list of them. */
export function subjectsOf(prose: string): Subject[] {
  return [
    ...(OWN_TEST.test(prose) ? ["tests" as const] : []),
    ...(DOCUMENTS.test(prose) ? ["documents" as const] : []),
  ];
}
