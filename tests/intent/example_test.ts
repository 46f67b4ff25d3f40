import assert from "node:assert/strict";
import { examplesIn } from "../../src/intent/example.ts";

const NAMED: readonly (readonly [prompt: string, examples: readonly string[]])[] = [
  ["Add a feed storage for SFTP, like the FTP one. Where is it registered?", ["FTP"]],
  ["I want to add a Lotus exporter, like we have for Excel. What do I touch?", ["Excel"]],
  ["expose a new gauge, the way queueDepth is done", ["queueDepth"]],
  ["add support for lz4 decoding, similar to brotli", ["brotli"]],
  ["implement `z.slug()` next to z.nanoid(); which places have to change?", ["z.nanoid"]],
  ["Add a selector :has-prefix(x), modelled on :contains.", ["contains"]],
  ["support CBOR beside JSON and XML", ["JSON", "XML"]],
  ["add a handler for Mattermost webhooks, like the Slack webhook one", ["Slack webhook"]],
  ['I\'d like to add a style "file-mtime" similar to header-filesize. What changes?', ["header-filesize"]],
  ["support one more algorithm, the same way zstd is supported. Which places must change?", ["zstd"]],
  ["implement a MessagePack body, the way JSON does it", ["JSON"]],
  ["增加一个返回 YAML 的方法，仿照 XML 那样，需要改哪些地方？", ["XML"]],
  ["加一个 Path 适配器，风格和现有的 java.net.URI 那个一样", ["java.net.URI"]],
  ["支持 zstd 压缩，除了 gzip 之外需要改什么？", ["gzip"]],
  ["新增一个策略，参考现有的 Timeout 策略应该怎么写", ["Timeout"]],
  ["想加一种飞书类型的 webhook，照着钉钉那种做", ["钉钉"]],
  ["给语法加一个 ENDS WITH 操作符（和 STARTS WITH 对称）", ["STARTS WITH"]],
  ["I need support for a variable in this table; #{pane_pipe_pid} looks like the closest one", [
    "pane_pipe_pid",
  ]],
  ["add an option that reloads, taking ping_interval as the pattern", ["ping_interval"]],
  ["add an adapter for Path, same style as the existing one for java.net.URI", ["java.net.URI"]],
];
const NONE = [
  "why does it behave like a singleton?",
  "I would like to add a retry",
  "add zstd-like compression",
  "像这样的请求在哪里处理？",
  "想加一个策略，照着现有哪个写？",
  "新增一种格式，照着这种做",
  "想在数据库之外加一个缓存",
  "add a test next to the others",
  "add a note that explains how it is done",
  `add one like FTP ${"x".repeat(500)}`,
];

Deno.test("examples: what a prompt that wants something more names as the pattern, as it is written", () => {
  for (const [prompt, examples] of NAMED) assert.deepEqual(examplesIn(prompt), examples, prompt);
});

Deno.test("examples: none where nothing is to be added, or nothing of the code is named", () => {
  for (const prompt of NONE) assert.deepEqual(examplesIn(prompt), [], prompt);
});
