import assert from "node:assert/strict";
import type { LexicalIndex } from "../../../src/index/lexical_index.ts";
import { buildMemoryIndex } from "../../support/memory_index.ts";
import type { SearchQuery } from "../../../src/search/query/search_query.ts";
import { askIndex } from "../../../src/search/ask_index.ts";
import { inEnglish } from "../../../src/text/query_translation.ts";
import { filesOf } from "../../support/files.ts";
import { parseFixture } from "../../support/fixture.ts";
import { testParser } from "../../syntax/support.ts";

const REPOSITORY = parseFixture(`
//- /src/retry.ts
export function retryPause(attempt: number): number {
  const delay = 100 * 2 ** attempt;
  return delay;
}
//- /src/metrics.ts
export function meterLag(samples: number[]): number {
  const latency = samples.length;
  const defer = latency * 2;
  return lag(defer);
}
//- /src/session.ts
export function session(id: string): string {
  return id;
}
export function signCookie(value: string): string {
  return sessionCookie(value);
}
//- /src/cookies.ts
export function cookieFor(name: string): string {
  const session = name.length > 3;
  const other = session;
  return other ? name : "";
}
`);

const index = buildMemoryIndex([...REPOSITORY].map(([path, text]) => ({ path, text })), await testParser());
const knows = (token: string): boolean => index.chunkFrequency(token) > 0;

const files = filesOf((path) => REPOSITORY.get(path) ?? "");

async function firstFor(query: string, repository: LexicalIndex = index): Promise<string | undefined> {
  return (await askIndex(repository, { query }, { limit: 5, files }))?.functions[0]?.definition.name;
}

async function viewsOf(query: string): Promise<SearchQuery> {
  return (await askIndex(index, { query }, { limit: 5, files }))!.table.context.query;
}

Deno.test("reading: a Chinese word gives way to the first translation that the repository has", () => {
  assert.equal(inEnglish("重试的延迟", knows).trim(), "retry delay");
  assert.equal(inEnglish("延迟", (token) => token === "latency").trim(), "latency");
});

Deno.test("reading: names, punctuation and what follows a long text stay as they are", () => {
  assert.equal(
    inEnglish("`signCookie` 失败，见 src/retry.ts:2", knows).replace(/ +/g, " "),
    "`signCookie` ， src/retry.ts:2",
  );
  const long = "签".repeat(8000) + " src/retry.ts";
  assert.ok(inEnglish(long, knows).endsWith(" src/retry.ts"));
});

Deno.test("reading: words that the repository has none for leave nothing", () => {
  assert.equal(inEnglish("熔断器在哪里？", knows).replace(/ +/g, " "), " ？");
});

Deno.test("reading: a translation counts in full, the others of the word little", async () => {
  const { terms } = await viewsOf("重试之前的延迟有多久");
  assert.equal(terms.get("delay"), 3);
  assert.ok(terms.get("latency")! < 0.9);
});

Deno.test("reading: a translation names a definition as the word itself does", async () => {
  assert.ok((await viewsOf("where is the session")).mentions.words.has("session"));
  assert.ok((await viewsOf("会话在哪里")).mentions.words.has("session"));
  assert.equal(await firstFor("会话在哪里"), "session");
});

Deno.test("reading: words side by side are looked for side by side", async () => {
  assert.ok((await viewsOf("where is the session cookie")).bigrams.has("session cooky"));
  assert.ok((await viewsOf("会话 cookie 在哪里")).bigrams.has("session cooky"));
  assert.equal(await firstFor("会话 cookie 在哪里"), "signCookie");
});

Deno.test("reading: a repository's own Chinese still counts", async () => {
  const repo = parseFixture(`
//- /src/a.ts
/** 计算运费的附加规则 */
export function first(x: number): number { return x; }
//- /src/b.ts
/** 打印标签的模板 */
export function second(x: number): number { return x; }
`);
  const own = buildMemoryIndex([...repo].map(([path, text]) => ({ path, text })), await testParser());
  assert.equal(await firstFor("运费附加", own), "first");
  assert.equal(await firstFor("打印标签", own), "second");
});
