import assert from "node:assert/strict";
import { wantedKind } from "../../src/intent/another.ts";

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
      "add support for HTTP",
      "给 handler 添加一个新的参数",
    ]
  ) assert.equal(wantedKind(prompt), undefined, prompt);
});
