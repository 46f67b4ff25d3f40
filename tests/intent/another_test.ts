import assert from "node:assert/strict";
import { wantedKind } from "../../src/intent/another.ts";
import { asksForPattern, withoutAsking } from "../../src/intent/pattern_to_copy.ts";

Deno.test("another: what a prompt wants one more of, without where it goes", () => {
  for (
    const [prompt, wanted] of [
      ["Add support for a new handler for NATS", "handler for NATS"],
      ["add support for CBOR beside JSON and XML", "beside JSON and XML"],
      ["please implement another storage backend in the worker", "storage backend"],
      ["write a new formatter that prints tables", "formatter"],
      ["I'd like a new swipe action 'mark and archive'. Which places know about these?", "swipe action"],
      ["we want another built-in policy", "built-in policy"],
      ["add a gutter type 'marks' which shows a sign", "gutter type"],
      ["Add EPUB as another export format, in the UI", "export format"],
      ["新增一个 NATS handler 支持", "NATS handler"],
    ] as const
  ) assert.equal(wantedKind(prompt), wanted, prompt);
});

Deno.test("another: parts of a definition, tests and other requests want no more of a kind", () => {
  for (
    const prompt of [
      "add a new parameter to the handler",
      "add another test for the parser",
      "fix the new handler",
      "add a handler that logs",
      "I want a new field in the handler",
      "how does the handler work?",
      "Why do jobs keep their order even when I add new ones elsewhere?",
      "add support for HTTP",
      "给 handler 添加一个新的参数",
    ]
  ) assert.equal(wantedKind(prompt), undefined, prompt);
});

Deno.test("another: who adds something and asks what to copy or where it is entered asks for a pattern", () => {
  for (
    const prompt of [
      "I'd like to support importing from one more service. What should I copy and where is it registered?",
      "We want tab completion for one more shell. Which class do I take as a model?",
      "Our plugin should offer a further data source. How is it registered?",
      "I want to add another text function. Which existing one is a good template?",
      "We need a choice for every quarter of an hour. Which two lists need it?",
      "想再加一种响应压缩算法，该抄哪个类，要接到哪些地方？",
      "我想新增一种消息，要在哪两张表里加一行？",
      "我们想在插件里加一种数据源，怎么注册？",
      "I'd like a `~=` operator in filters. Where would its comparison go?",
      "I want a fast mode. Where must the bit be put so that it is kept?",
      "We want one more unit. Where is the table of known ones?",
      "I'd like another guard. Where are the built-in ones exported?",
      "想内置一个新的单位，名字在哪里登记？",
      "想在报表里加一列，照哪个函数抄？",
      "想让另一种单位默认显示，要扩哪个列表？",
    ]
  ) assert.equal(asksForPattern(prompt), true, prompt);
  for (
    const prompt of [
      "Where are the handlers registered?",
      "I want to know how plugins work",
      "If I add a member to the enum, what else has to be added?",
      "插件是在哪里注册的？",
      "我想把限流改成滑动窗口，哪些测试要改？",
    ]
  ) assert.equal(asksForPattern(prompt), false, prompt);
});

Deno.test("another: who asks for a pattern need not name a kind, and may want a part of a definition", () => {
  assert.equal(wantedKind("We need a cover from one more site. Which class do I copy?"), "");
  assert.equal(wantedKind("I want to add another text function. Which one do I copy?"), "text function");
});

Deno.test("another: the words that only ask for a pattern say nothing of the code", () => {
  assert.equal(
    withoutAsking("I want to add one more shape. What do I copy and where is it listed?")
      .replace(/\s+/g, " "),
    " shape. What do I and where is it ?",
  );
  assert.equal(withoutAsking("想再加一种形状，照抄哪个？").replace(/\s+/g, " "), " 形状， ？");
});
