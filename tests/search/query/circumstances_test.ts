import assert from "node:assert/strict";
import { buildMemoryIndex } from "../../../src/index/memory_index.ts";
import { askIndex } from "../../../src/search/ask_index.ts";
import { matterOf } from "../../../src/search/query/circumstances.ts";
import { filesOf } from "../../support/files.ts";
import { parseFixture } from "../../support/fixture.ts";
import { testParser } from "../../syntax/support.ts";

const REPORT =
  "The visitors' addresses in the list of comments are forged, and the limit per address does nothing";

Deno.test("circumstances: where and since when something happens is told apart from what happens", () => {
  const cut = (text: string): string[] =>
    matterOf(text).circumstances.split("\n").filter((part) => part !== "");
  assert.deepEqual(
    cut(`${REPORT} behind a reverse proxy, on Windows 11 and after the last upgrade to 2.4.1.`),
    [
      "behind a reverse proxy",
      "on Windows 11",
      "after the last upgrade to 2.4.1",
    ],
  );
  assert.deepEqual(cut(`We run it in Docker behind nginx. ${REPORT}.`), [
    "We run it in Docker behind nginx.",
  ]);
  assert.deepEqual(
    cut(
      "网站前面挂了一层反向代理加 CDN。后台评论列表里看到的访客地址是伪造的，频率限制也被绕过。重启之后又一切正常。",
    ),
    [
      "网站前面挂了一层反向代理加 CDN。",
      "重启之后又一切正常。",
    ],
  );
});

Deno.test("circumstances: what the question is about stays, and so does a short question", () => {
  for (
    const text of [
      "How does the server find out that it runs behind nginx?",
      `${REPORT}. Is the header that nginx sends in the reverse proxy never looked at by the filter?`,
      `${REPORT}. It fails in Docker only because the container has no name.`,
      "反向代理的资源是在哪里注册到路由上的，升级插件以后为什么还是旧的路径？",
      `${REPORT} with our own container class in the list.`,
    ]
  ) {
    assert.deepEqual(matterOf(text), { matter: text, circumstances: "" });
  }
});

Deno.test("circumstances: a sentence on how the answer should be is no part of the question", () => {
  const text = "How does the extension system work (schemes, stores)?";
  for (const wish of ["Overview only.", "Just a short summary please", "A high-level overview is enough."]) {
    assert.equal(matterOf(`${text} ${wish}`).matter, text);
  }
  assert.equal(matterOf("Give me an overview").matter, "Give me an overview");
});

Deno.test("circumstances: a file that is named like one of them does not win", async () => {
  const repo = parseFixture(`
//- /src/address.ts
/** The address of a visitor, from the headers of the request. */
export function visitorAddress(request: Request): string {
  return request.headers.get("x-forwarded-for") ?? request.remote;
}
//- /src/reverse_proxy.ts
/** Proxies of plugins in reverse order, behind each other. */
export function registerReverseProxy(proxy: ReverseProxy): void {
  reverseProxies.push(proxy);
}
export function reverseProxyRules(): ReverseProxyRule[] {
  return reverseProxies.flatMap((proxy) => proxy.rules);
}
`);
  const index = buildMemoryIndex([...repo].map(([path, text]) => ({ path, text })), await testParser());
  const files = filesOf((path) => repo.get(path) ?? "");
  const query =
    "We run everything behind a reverse proxy. Since last week the address shown for a visitor is sometimes forged.";
  const result = await askIndex(index, { query }, { limit: 5, files });
  assert.equal(result?.functions[0]?.definition.name, "visitorAddress");
});
