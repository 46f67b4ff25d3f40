import assert from "node:assert/strict";
import { readIntent } from "../../src/intent/intent.ts";
import { hasNoSubject } from "../../src/intent/topic.ts";

Deno.test("topic: a prompt without a subject is searched for nothing", () => {
  const without = [
    "make it faster",
    "fix the bug",
    "what changed since yesterday?",
    "性能太慢了，优化一下",
    "is this thread safe?",
    "which file is the biggest?",
    "refactor this to use dataclasses",
    "review my changes",
  ];
  const others = [
    "use tabs instead",
    "fix the login bug",
    "fix `save_all`",
    "fix src/cart.py",
    "where are the carts stored?",
    "does this project support sockets?",
    "把日志去掉",
  ];
  const isWithout = (prompt: string): boolean => hasNoSubject(prompt, readIntent(prompt));
  assert.deepEqual(without.filter((prompt) => !isWithout(prompt)), []);
  assert.deepEqual(others.filter(isWithout), []);
});

Deno.test("topic: earlier turns say what it is about", () => {
  const previous = { paths: ["src/auth.py"], symbols: ["login"] };
  assert.equal(hasNoSubject("make it faster", readIntent("make it faster", { previous })), false);
});
