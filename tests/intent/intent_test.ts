import assert from "node:assert/strict";
import type { KnownSymbols } from "../../src/model/intent.ts";
import { GATE_THRESHOLD, readIntent } from "../../src/intent/intent.ts";

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
  "push --force",
  "cargo build --release",
  "git log --oneline -5",
  "how many children did the painter have",
  "does my insurance cover allergy tests for children",
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
  ["which tests cover keyed children reordering?", "test"],
  ["why are the children of a fragment rendered twice", "debug"],
  ["the oldest ones go away first at night. which bit of the code picks them?", "locate"],
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

/** An index that knows these names. */
function symbols(...names: string[]): KnownSymbols {
  const folded = names.map((name) => name.toLowerCase());
  return {
    isComplete: true,
    has: (name) => names.includes(name),
    hasUncommon: (word) => word.toLowerCase() !== "order" && folded.includes(word.toLowerCase()),
    level: () => 0,
  };
}

Deno.test("a shaped name counts more when the index knows it, and is confirmed only then", () => {
  const known = readIntent("spin_up", { symbols: symbols("spin_up") });
  const unknown = readIntent("spin_down", { symbols: symbols("spin_up") });
  assert.ok(known.confidence > unknown.confidence);
  assert.deepEqual([known.confirmed, unknown.confirmed], [["spin_up"], []]);
});

Deno.test("a capitalised word is a symbol, unless it is part of a label or a level of a log", () => {
  const confirmed = (prompt: string) => readIntent(prompt, { symbols: symbols("Order", "ERROR") }).confirmed;
  assert.deepEqual(confirmed("why does the function fail for an Order of zero?"), ["Order"]);
  assert.deepEqual(confirmed("the dialog says that I need a Remote Order Table, why?"), []);
  assert.deepEqual(confirmed("why does the job log [ERROR] the queue is stuck?"), []);
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

Deno.test("intent: what sounds like an errand or a request for text is part of a question about code", () => {
  const symbols = {
    isComplete: true,
    has: (name: string) => name === "TideGate",
    hasUncommon: () => false,
    level: () => 0,
  };
  const asked = [
    "Which tests fix the order of veto, recommend and default in TideGate?",
    "TideGate 里 veto、recommend、default 的优先级有哪些测试？",
    "打开文件时怎么猜缩进用的是空格还是制表符，在哪里和语言自己的设置合并？",
    "配置文件保存到哪里，下次启动怎么读回来？",
  ];
  for (const prompt of asked) assert.notEqual(readIntent(prompt, { symbols }).kind, "none", prompt);
  const others = [
    "recommend me a book on TideGate",
    "recommend a name for the team, which one is funny?",
    "打开文件",
    "这个字怎么读？",
    "answer in French",
  ];
  for (const prompt of others) assert.equal(readIntent(prompt, { symbols }).kind, "none", prompt);
});
