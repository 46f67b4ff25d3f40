import assert from "node:assert/strict";
import { deepConsent } from "../../src/intent/consent.ts";

const YES = [
  ["允许深度分析", "允许深度分析"],
  ["请做一次影响分析", "影响分析"],
  ["看一下它的调用链", "调用链"],
  ["please run a deep analysis of the parser", "deep analysis"],
  ["show the call chain of pay", "call chain"],
  ["what is the impact of renaming User.id", "impact of"],
  ["允許深度分析", "允许深度分析"],
  ["先别急，深度分析", "深度分析"],
  ["no rush, but please do a deep analysis", "deep analysis"],
] as const;

const NO = [
  "no deep analysis please",
  "don't do an impact analysis",
  "without a deep analysis",
  "不要深度分析",
  "不需要影响分析",
  "先不做深度分析",
  "fix the login bug",
  "the callchained helper",
  "",
];

for (const [prompt, phrase] of YES) {
  Deno.test(`consent: ${prompt}`, () => assert.equal(deepConsent(prompt), phrase));
}

for (const prompt of NO) {
  Deno.test(`no consent: ${prompt}`, () => assert.equal(deepConsent(prompt), undefined));
}
