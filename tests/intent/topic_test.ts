import assert from "node:assert/strict";
import { readIntent } from "../../src/intent/intent.ts";
import { onlyTopic } from "../../src/intent/topic.ts";

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
