import assert from "node:assert/strict";
import { asksForBase, kindsAsked } from "../../src/intent/kind_asked.ts";

Deno.test("kind: what a prompt calls the kind of which it wants one more", () => {
  for (
    const [prompt, ...kinds] of [
      [
        "I'd like a new price rule, say one per day. Which existing rule class do I copy?",
        "price rule",
        "rule class",
      ],
      ["I want to write a `:sms` module like yours. Where is it entered?", "module"],
      ["I'd like alerts over another channel (pager). Which one is listed?", "channel"],
      ["We need options of a new kind of unit for sizes", "unit"],
      ["I want to add my own report. Where are built-in reports registered?", "report", "reports"],
      ["想加一个新的价格规则，比如按天。照着哪个现有的规则类抄？", "价格规则", "规则类"],
      ["想写一个 `:sms` 模块，内置的模块在哪注册？", "模块", "模块"],
      ["让提醒支持另一个渠道(寻呼机)", "渠道"],
      ["how is the price computed?"],
    ] as const
  ) assert.deepEqual(kindsAsked(prompt), [...new Set(kinds)], prompt);
});

Deno.test("kind: whether what all are derived from is asked for", () => {
  for (
    const prompt of [
      "Which trait do I implement?",
      "Which small interface must it satisfy?",
      "What do I implement and where is it listed?",
      "要实现什么，照哪个抄？",
      "要实现哪个 trait？",
      "要继承哪个基类？",
    ]
  ) assert.equal(asksForBase(prompt), true, prompt);
  for (const prompt of ["Which rule do I copy?", "Where is it implemented?", "照着哪个类抄？"]) {
    assert.equal(asksForBase(prompt), false, prompt);
  }
});
