import assert from "node:assert/strict";
import { readIntent } from "../../src/intent/intent.ts";
import { asksAboutTopic, onlyTopic } from "../../src/intent/topic.ts";

const asks = (prompt: string): boolean => asksAboutTopic(prompt, readIntent(prompt));

Deno.test("topic: a short question how one thing works may be about the repository", () => {
  for (
    const prompt of [
      "how does recovery work?",
      "how does reactivity work?",
      "ok, how is gossip done",
      "限购怎么做的",
      'where does "Did you mean this?" come from?',
    ]
  ) {
    assert.ok(asks(prompt), prompt);
  }
});

Deno.test("topic: thanks, small talk, general knowledge and long prompts are not", () => {
  const others = [
    "thanks",
    "谢谢",
    "ok go on",
    "how are you?",
    "how does photosynthesis work?",
    "how does it work?",
    "recovery works",
    `how does recovery ${"really ".repeat(12)}work?`,
    'she said "see you later" and left',
    'where is "Tokyo"?',
  ];
  for (const prompt of others) assert.ok(!asks(prompt), prompt);
});

Deno.test("topic: what is about code anyway is no guess", () => {
  assert.ok(!asks("how does the rate limiter work"));
});

Deno.test("topic: what asks for work and names hardly anything is answered by name or not at all", () => {
  const topics: readonly (readonly [string, readonly string[] | undefined])[] = [
    ["make it faster", []],
    ["fix the bug", []],
    ["what changed since yesterday?", []],
    ["性能太慢了，优化一下", []],
    ["is this thread safe?", []],
    ["document this function", []],
    ["convert this to async", []],
    ["which file is the biggest?", []],
    ["please upgrade the dependencies", []],
    ["use tabs instead", ["tabs"]],
    ["fix the login bug", ["login"]],
    ["refactor this to use dataclasses", []],
    ["remove the dead branches of the parser", ["branches", "parser"]],
    ["fix the upgrade of sockets", ["upgrade", "sockets"]],
    ["now add tests for the shopping cart", ["shopping", "cart"]],
    // It says enough, names something, asks where or how, or is Chinese.
    ["fix the login form timeout", undefined],
    ["add retries to the upload of large archives", undefined],
    ["fix `save_all`", undefined],
    ["fix src/cart.py", undefined],
    ["where are the carts stored?", undefined],
    ["how does the rate limiter work", undefined],
    ["does this project support sockets?", undefined],
    ["把日志去掉", undefined],
    ["review my changes", []],
    ["it does not work", undefined],
  ];
  for (const [prompt, topic] of topics) {
    assert.deepEqual(onlyTopic(prompt, readIntent(prompt)), topic, prompt);
  }
});

Deno.test("topic: earlier turns say what it is about", () => {
  const previous = { paths: ["src/auth.py"], symbols: ["login"] };
  assert.equal(onlyTopic("make it faster", readIntent("make it faster", { previous })), undefined);
});

Deno.test("a long report in everyday words is about code, people and places in it or not; a short one is not", () => {
  const report =
    "My colleague and I had the same board open in a live session, she on the train and I at lunch. While I was " +
    "typing in a card everything that she had written into it vanished, and her words were gone for both of us.";
  assert.equal(readIntent(report).kind, "debug");
  assert.equal(readIntent("my session at the restaurant vanished and the pizza is gone").kind, "none");
  assert.equal(readIntent("my colleague had lunch on the train while it rained, ".repeat(3)).kind, "none");
});
