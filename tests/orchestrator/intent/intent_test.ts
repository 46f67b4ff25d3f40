import assert from "node:assert/strict";
import { GATE_THRESHOLD, readIntent } from "../../../src/orchestrator/intent/intent.ts";

const SILENT = [
  "how are you today?",
  "how do I make pancakes",
  "分析一下今天的天气",
  "翻译：架构",
  "thanks",
  "go ahead",
  "好的",
  "继续",
  "commit this",
  "提交代码",
  "ls",
  "run npm install",
  "explain quicksort in general",
  "what is a monad",
  "什么是 TCP 三次握手",
  "how do I fix my sleep schedule",
  "我的python（宠物蛇）不吃东西",
  "debug my relationship",
];

const FIRES: readonly (readonly [string, string])[] = [
  ["hi, fix the bug in auth.py", "debug"],
  ["History page crashes on load", "debug"],
  ["天气接口报错怎么修", "debug"],
  ["修复登录错误", "debug"],
  ["修復登入錯誤", "debug"],
  ["给用户表加个字段", "modify"],
  ["把 UserService 的 login 改成 async", "modify"],
  ["auth bug", "debug"],
  ["TypeError: x is not a function", "debug"],
  ["src/app.ts:12", "locate"],
  ["parse_config", "locate"],
  ["review my changes", "review"],
  ["write tests for the parser", "test"],
  ["what would break if I rename User.id", "impact"],
  ["when was retry added", "history"],
  ["fix it", "debug"],
  ["修一下", "debug"],
];

for (const prompt of SILENT) {
  Deno.test(`the gate says nothing to: ${prompt}`, () => {
    assert.equal(readIntent(prompt).kind, "none");
  });
}

for (const [prompt, kind] of FIRES) {
  Deno.test(`the gate fires on: ${prompt}`, () => {
    const intent = readIntent(prompt);
    assert.equal(intent.kind, kind);
    assert.ok(intent.confidence >= GATE_THRESHOLD);
  });
}

Deno.test("a word the index knows as a symbol is a signal", () => {
  const isSymbol = (word: string): boolean => word === "Wurlitzer" || word === "spin_up";
  assert.equal(readIntent("Wurlitzer again, please look", { isSymbol }).signals[0]?.match, "Wurlitzer");
  const known = readIntent("spin_up", { isSymbol });
  const unknown = readIntent("spin_down", { isSymbol });
  assert.ok(known.confidence > unknown.confidence);
});

Deno.test("naming a target of an earlier turn is a signal", () => {
  const previous = { paths: ["src/wobble.ts"], symbols: [] };
  const [signal] = readIntent("what about wobble", { previous }).signals;
  assert.deepEqual(signal, { type: "historical", match: "wobble", weight: 0.35 });
});

Deno.test("the same prompt gives the same intent", () => {
  const prompt = "为什么 UserService.login 在 src/auth.ts:12 报错";
  assert.deepEqual(readIntent(prompt), readIntent(prompt));
});
