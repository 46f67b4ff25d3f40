import assert from "node:assert/strict";
import { AnswerCache } from "../../../src/tools/answers/answer_cache.ts";
import type { Findings, RepositoryFiles } from "../../../src/model/calls.ts";
import { blobHash } from "../../../src/platform/work_tree.ts";

const TEXT = "one\ntwo\nthree\nfour\n";
const REPOSITORY = {
  read: (path: string) => path === "a.ts" ? { ok: true, text: TEXT } : { ok: false, reason: "missing" },
} as unknown as RepositoryFiles;

function findings(path = "a.ts"): Findings {
  return {
    tool: "ci_search",
    items: [{
      path,
      startLine: 1,
      endLine: 4,
      claim: "matches two",
      score: 0.123456789,
      reasons: [{ name: "full_W", value: 1.5 }],
      code: [{ startLine: 2, text: "two\nthree" }],
    }],
    strength: "strong",
    gaps: [],
    summary: "1 of 1",
    data: { files: [path] },
  };
}

function cacheOf(options: { now?: () => number; program?: string; store?: Map<string, Uint8Array> } = {}) {
  const store = options.store ?? new Map<string, Uint8Array>();
  const cache = new AnswerCache({
    files: { read: (name) => store.get(name), write: (name, bytes) => !!store.set(name, bytes) },
    ttlMs: 1000,
    program: options.program ?? "p",
    now: options.now ?? (() => 5000),
    hash: blobHash,
  });
  return { cache, store };
}

const ASKED = { tool: "ci_search", args: { query: "two", limit: 10 }, state: "s" } as const;

Deno.test("an answer comes back whole, its lines read again", () => {
  const { cache, store } = cacheOf();
  assert.equal(cache.find(ASKED, REPOSITORY), undefined);
  cache.keep(ASKED, findings());
  assert.deepEqual(cache.find(ASKED, REPOSITORY), findings());
  const kept = [...store.values()].map((bytes) => new TextDecoder().decode(bytes)).join();
  assert.ok(!kept.includes("three"), kept);
});

Deno.test("an answer with a secret in a claim or in its data is not stored", () => {
  const line = `password = "${"aB3xK9q".repeat(2)}"`;
  const [item] = findings().items;
  for (const found of [{ items: [{ ...item!, claim: line }] }, { data: { calls: [{ text: line }] } }]) {
    const { cache, store } = cacheOf();
    cache.keep(ASKED, { ...findings(), ...found });
    assert.equal(store.size, 0);
  }
});

Deno.test("another question, state, program or tool has no answer", () => {
  const { cache, store } = cacheOf();
  cache.keep(ASKED, findings());
  assert.equal(cache.find({ ...ASKED, args: { query: "two", limit: 9 } }, REPOSITORY), undefined);
  assert.equal(cache.find({ ...ASKED, state: "t" }, REPOSITORY), undefined);
  assert.equal(cache.find({ ...ASKED, tool: "ci_graph_rag" }, REPOSITORY), undefined);
  assert.equal(cacheOf({ store, program: "q" }).cache.find(ASKED, REPOSITORY), undefined);
});

Deno.test("an answer ends with its time, and one from the future is none", () => {
  let now = 5000;
  const { cache } = cacheOf({ now: () => now });
  cache.keep(ASKED, findings());
  now = 6000;
  assert.ok(cache.find(ASKED, REPOSITORY));
  now = 6001;
  assert.equal(cache.find(ASKED, REPOSITORY), undefined);
  now = 4999;
  assert.equal(cache.find(ASKED, REPOSITORY), undefined);
});

Deno.test("a file that can no longer be read takes its answer with it", () => {
  const { cache } = cacheOf();
  cache.keep(ASKED, findings("gone.ts"));
  assert.equal(cache.find(ASKED, REPOSITORY), undefined);
});

Deno.test("damage is no answer", () => {
  const { cache, store } = cacheOf();
  cache.keep(ASKED, findings());
  const name = [...store.keys()][0]!;
  for (const text of ["", "null", "{", '{"key":1}', "[]", "\0"]) {
    store.set(name, new TextEncoder().encode(text));
    assert.equal(cache.find(ASKED, REPOSITORY), undefined, text);
  }
});

Deno.test("the number of files is bounded", () => {
  const { cache, store } = cacheOf();
  for (let i = 0; i < 2000; i++) cache.keep({ ...ASKED, state: String(i) }, findings());
  assert.ok(store.size <= 256, String(store.size));
});
