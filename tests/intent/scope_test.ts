import assert from "node:assert/strict";
import { scopeIn, withoutRequest } from "../../src/intent/scope.ts";

const SCOPES: readonly (readonly [string, string | undefined])[] = [
  ["explain the proxy", "proxy"],
  ["explain the event crate", "event"],
  ["explain the extension storage", "extension storage"],
  ["Can you give me an overview of the reader package?", "reader"],
  ["walk me through src/storage", "src/storage"],
  ["what does the `billing` package do?", "billing"],
  ["What is the shop-event crate for and how do I use it?", "shop-event"],
  ["how is the collab folder organized?", "collab"],
  ["explain how the scheduler module works", "scheduler"],
  ["what's in internal/reader?", "internal/reader"],
  ["which files make up the importer?", "importer"],
  ["介绍一下 storage 模块", "storage"],
  ["documents 目录是做什么的", "documents"],
  ["梳理一下扩展系统的架构", "扩展"],
  ["给我讲讲 proxy 这部分的整体结构，一个请求大致怎么走？", "proxy"],
  ["explain this project", undefined],
  ["explain the error", undefined],
  ["explain the bug in the auth module", undefined],
  ["explain OrderService", undefined],
  ["explain how the retry works", undefined],
  ["explain the difference between a and b", undefined],
  ["how does the cache decide what to drop?", undefined],
  ["整个项目的结构", undefined],
  ["这个函数是做什么的", undefined],
  [`explain the proxy ${"x ".repeat(300)}`, undefined],
];

Deno.test("scope: the part that a prompt wants explained as a whole; details and the repository itself are none", () => {
  assert.deepEqual(SCOPES.map(([prompt]) => [prompt, scopeIn(prompt)]), SCOPES);
});

Deno.test("scope: asking for an overview names nothing", () => {
  assert.equal(withoutRequest("Explain the store. Overview only.").trim(), "Explain the store.  .");
  assert.equal(withoutRequest("a short overview of the store").trim(), "the store");
  assert.equal(withoutRequest("explain overviewOf"), "explain overviewOf");
});
