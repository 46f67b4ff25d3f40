import assert from "node:assert/strict";
import type { EmbeddingService } from "../../../src/model/providers.ts";
import type { EmbedKind, EmbedOutcome } from "../../../src/model/semantic.ts";
import { Network, networkEmbedder } from "../../../src/platform/network.ts";
import { NETWORK } from "../../../src/platform/program.ts";
import { sendable } from "../../../src/safety/outgoing.ts";
import type { Provider, Seen } from "../../support/provider.ts";
import {
  asOllama,
  asOpenAi,
  DIMENSION,
  inputsOf,
  startProvider,
  startRaw,
  vectorFor,
} from "../../support/provider.ts";

const KEY = "test-key-" + "not-a-real-one";
const NONE = { query: "", document: "" };

/** Asks one provider over the real worker. */
async function ask(
  provider: Provider,
  texts: readonly string[],
  options: Partial<EmbeddingService> & { kind?: EmbedKind; limitMs?: number } = {},
): Promise<EmbedOutcome> {
  const { kind = "query", limitMs = 5_000, ...service } = options;
  const whole = { provider: "ollama", url: provider.url, model: "m", prefix: NONE, ...service } as const;
  const network = new Network(NETWORK, { type: "embedding", service: whole });
  try {
    const signal = AbortSignal.timeout(limitMs);
    const sent = texts.map((text) => sendable(text, 1000));
    return await networkEmbedder(network, whole, 1).embed(sent, { kind, signal });
  } finally {
    network.close();
  }
}

function check(outcome: EmbedOutcome, texts: readonly string[]): void {
  assert(outcome.ok, JSON.stringify(outcome));
  assert.equal(outcome.dimension, DIMENSION);
  assert.deepEqual(outcome.vectors.map((vector) => [...vector]), texts.map(vectorFor));
  assert.equal(outcome.tokens, texts.length * 5);
}

Deno.test("ollama: its own protocol, no key", async () => {
  await using provider = startProvider(asOllama);
  const texts = ["open the store", "关闭数据库"];
  check(await ask(provider, texts), texts);
  const [seen] = provider.seen;
  assert.equal(seen?.path, "/api/embed");
  assert.deepEqual(seen.body, { model: "m", input: texts, truncate: true });
  assert.equal(seen.headers.get("authorization"), null);
});

Deno.test("openai: bearer, packed floats, entries in any order", async () => {
  await using provider = startProvider(asOpenAi);
  const texts = ["open the store", "close it", "refund"];
  const url = `${provider.url}/v1`;
  check(await ask(provider, texts, { provider: "openai", url, key: KEY, dimensions: DIMENSION }), texts);
  const [seen] = provider.seen;
  assert.equal(seen?.path, "/v1/embeddings");
  assert.equal(seen.headers.get("authorization"), `Bearer ${KEY}`);
  assert.deepEqual(seen.body, {
    model: "m",
    input: texts,
    encoding_format: "base64",
    dimensions: DIMENSION,
  });
});

Deno.test("azure: deployment in the path, version in the query, key in its own header", async () => {
  await using provider = startProvider(asOpenAi);
  const service = { provider: "azure", model: "my embeddings", key: KEY, apiVersion: "2024-10-21" } as const;
  check(await ask(provider, ["x"], service), ["x"]);
  const [seen] = provider.seen;
  assert.equal(seen?.path, "/openai/deployments/my%20embeddings/embeddings?api-version=2024-10-21");
  assert.equal(seen.headers.get("api-key"), KEY);
  assert.equal(seen.headers.get("authorization"), null);
  assert.equal(seen.body["model"], undefined);
});

Deno.test("compatible: plain floats, nothing some servers refuse; voyage is told the side", async () => {
  await using provider = startProvider(asOpenAi);
  const service = { provider: "openai-compatible", url: `${provider.url}/v1` } as const;
  check(await ask(provider, ["x"], service), ["x"]);
  check(await ask(provider, ["x"], { ...service, model: "voyage-code-3", dimensions: 64 }), ["x"]);
  check(await ask(provider, ["x"], { ...service, model: "voyage-code-3", kind: "document" }), ["x"]);
  assert.deepEqual(provider.seen.map(({ body }) => body), [
    { model: "m", input: ["x"] },
    { model: "voyage-code-3", input: ["x"], input_type: "query", output_dimension: 64 },
    { model: "voyage-code-3", input: ["x"], input_type: "document" },
  ]);
});

Deno.test("texts carry the model's prefix, an empty one is no empty request", async () => {
  await using provider = startProvider(asOllama);
  const prefix = { query: "q: ", document: "d: " };
  await ask(provider, ["one"], { prefix });
  await ask(provider, ["two", " "], { prefix, kind: "document" });
  assert.deepEqual(provider.seen.map(inputsOf), [["q: one"], ["d: two", "d: -"]]);
});

Deno.test("many texts go in batches and come back in order; none ask nothing", async () => {
  await using provider = startProvider(asOllama);
  const texts = Array.from(
    { length: 70 },
    (_, i) => `text ${String.fromCharCode(97 + i % 26)} ${"x".repeat(i)}`,
  );
  check(await ask(provider, texts, { kind: "document" }), texts);
  assert.deepEqual(provider.seen.map((seen) => inputsOf(seen).length), [32, 32, 6]);
  const none = await ask(provider, []);
  assert.deepEqual(none, { ok: true, vectors: [], dimension: 0, tokens: 0, requests: 0 });
  assert.equal(provider.seen.length, 3);
});

Deno.test("a provider that is busy is asked again, as soon as it says", async () => {
  await using provider = startProvider((request, before) =>
    before < 2
      ? Response.json({}, { status: before === 0 ? 429 : 503, headers: { "retry-after-ms": "30" } })
      : asOllama(request)
  );
  check(await ask(provider, ["x"], { kind: "document" }), ["x"]);
  assert.equal(provider.seen.length, 3);
});

Deno.test("nobody waits for a provider that asks for long, or has no quota left", async () => {
  await using slow = startProvider(() =>
    Response.json({}, { status: 429, headers: { "retry-after": "3600" } })
  );
  const outcome = await ask(slow, ["x"], { kind: "document" });
  assert.deepEqual(outcome, {
    ok: false,
    reason: "rate_limited",
    detail: "too many requests: 429; it asks to wait 3600 s",
  });
  await using spent = startProvider(() =>
    Response.json({ error: { code: "insufficient_quota" } }, { status: 429 })
  );
  const failed = await ask(spent, ["x"], { kind: "document" });
  assert.deepEqual(failed, {
    ok: false,
    reason: "rate_limited",
    detail: "the account has no quota left: 429, insufficient_quota",
  });
  assert.equal(slow.seen.length + spent.seen.length, 2);
});

Deno.test("a question is tried twice at most", async () => {
  await using provider = startProvider(() => Response.json({}, { status: 500 }));
  const outcome = await ask(provider, ["x"]);
  assert.deepEqual(outcome, {
    ok: false,
    reason: "provider_unreachable",
    detail: "the provider failed: 500",
  });
  assert.equal(provider.seen.length, 2);
});

const vector = (value: unknown): Response => Response.json({ embeddings: [value] });
const WRONG: Record<string, [answer: (seen: Seen) => Response, reason: string, reported: RegExp]> = {
  "HTML": [
    () => new Response("<html>Sign in</html>", { headers: { "content-type": "text/html" } }),
    "bad_response",
    /no JSON object: text\/html$/,
  ],
  "nothing": [() => new Response(""), "bad_response", /no JSON object/],
  "a list": [() => Response.json([]), "bad_response", /no JSON object/],
  "another shape": [() => Response.json({ data: [] }), "bad_response", /no list of embeddings/],
  "too few": [() => Response.json({ embeddings: [] }), "bad_response", /0 vectors for 1 texts/],
  "too many": [() => Response.json({ embeddings: [[1], [1]] }), "bad_response", /2 vectors for 1 texts/],
  "words": [() => vector(["one"]), "bad_response", /no vector/],
  "nothing in it": [() => vector([]), "bad_response", /no vector/],
  "no numbers": [() => vector([1, null]), "bad_response", /no vector/],
  "infinite": [() => new Response('{"embeddings":[[1e999]]}'), "bad_response", /no number/],
  "zeros": [() => vector([0, 0]), "bad_response", /zeros/],
  "a very long one": [() => vector(new Array(20_000).fill(1)), "bad_response", /length 20000/],
  "another length": [() => vector([1, 2]), "dimension_mismatch", /length 2 where 64 was expected/],
  "a redirect": [
    () => new Response(null, { status: 307, headers: { location: "http://127.0.0.1:1/steal" } }),
    "bad_response",
    /redirects, which is not followed: 307/,
  ],
  "no such model": [
    () => Response.json({ error: 'model "m" not found' }, { status: 404 }),
    "bad_response",
    /^Ollama has no such model; run: ollama pull m$/,
  ],
  "a refused key": [
    () => Response.json({ error: { message: `bad key ${KEY}`, code: "invalid_api_key" } }, { status: 401 }),
    "no_api_key",
    /refused the key: 401, invalid_api_key$/,
  ],
};

for (const [what, [answer, reason, reported]] of Object.entries(WRONG)) {
  Deno.test(`an answer that is wrong is none: ${what}`, async () => {
    await using provider = startProvider(answer);
    const outcome = await ask(provider, ["x"], { key: KEY, dimensions: 64 });
    assert(!outcome.ok);
    assert.equal(outcome.reason, reason);
    assert.match(outcome.detail, reported);
    assert(!outcome.detail.includes(KEY));
  });
}

Deno.test("openai: no such model, said without the server's words", async () => {
  await using provider = startProvider(() =>
    Response.json({ error: { code: "model_not_found", message: KEY } }, { status: 404 })
  );
  const outcome = await ask(provider, ["x"], { provider: "openai" });
  assert.deepEqual(outcome, {
    ok: false,
    reason: "bad_response",
    detail: "no such model or address there: 404, model_not_found",
  });
});

Deno.test("openai: an index that is there twice or nowhere is no answer", async () => {
  for (const indexes of [[0, 0], [0, 2], [0, -1], [0, 0.5]]) {
    await using provider = startProvider(() =>
      Response.json({ data: indexes.map((index) => ({ index, embedding: [1, 2] })) })
    );
    const outcome = await ask(provider, ["x", "y"], { provider: "openai" });
    assert(!outcome.ok);
    assert.match(outcome.detail, /out of place/);
  }
});

Deno.test("an answer without end is cut", async () => {
  const piece = new TextEncoder().encode(" ".repeat(64 * 1024));
  await using provider = startProvider(() =>
    new Response(new ReadableStream({ pull: (controller) => controller.enqueue(piece) }))
  );
  const outcome = await ask(provider, ["x"]);
  assert(!outcome.ok);
  assert.match(outcome.detail, /longer than: \d+ bytes/);
});

Deno.test("whoever hangs, drips or breaks off does not hold anybody up", async () => {
  const hang = (): Promise<void> => new Promise(() => {});
  await using silent = startRaw(hang);
  await using dripping = startRaw(async (connection) => {
    await connection.read(new Uint8Array(64 * 1024));
    await connection.write(new TextEncoder().encode("HTTP/1.1 200 OK\r\ncontent-length: 100000\r\n\r\n{"));
    await hang();
  });
  for (const provider of [silent, dripping]) {
    const outcome = await ask(provider, ["x"], { limitMs: 150 });
    assert.deepEqual(outcome, {
      ok: false,
      reason: "timeout",
      detail: "the provider did not answer in time",
    });
  }
  await using broken = startRaw((connection) => Promise.resolve(connection.close()));
  await using garbage = startRaw(async (connection) => {
    await connection.write(new TextEncoder().encode("SSH-2.0-OpenSSH_9.6\r\n"));
    connection.close();
  });
  for (const provider of [broken, garbage]) {
    const outcome = await ask(provider, ["x"]);
    assert(!outcome.ok);
    assert.equal(outcome.reason, "provider_unreachable");
  }
});

Deno.test("a cancelled question drops its connection", async () => {
  const dropped = Promise.withResolvers<void>();
  await using provider = startRaw(async (connection) => {
    const buffer = new Uint8Array(4096);
    while (await connection.read(buffer) !== null);
    dropped.resolve();
  });
  const whole = { provider: "ollama", url: provider.url, model: "m", prefix: NONE } as const;
  const network = new Network(NETWORK, { type: "embedding", service: whole });
  const controller = new AbortController();
  setTimeout(() => controller.abort(), 100);
  const asked = { kind: "query", signal: controller.signal } as const;
  const outcome = await networkEmbedder(network, whole, 1).embed([sendable("x", 10)], asked);
  assert(!outcome.ok && outcome.reason === "timeout");
  await dropped.promise;
  network.close();
});

Deno.test("the worker reaches the one address it was granted and no other", async () => {
  await using granted = startProvider(asOllama);
  await using other = startProvider(asOllama);
  const service = { provider: "ollama", url: granted.url, model: "m", prefix: NONE } as const;
  // The worker is told another address than the one its rights were made for.
  const worker = new Worker(NETWORK, {
    type: "module",
    deno: { permissions: { net: [`127.0.0.1:${granted.port}`], read: false, env: false } },
  } as WorkerOptions);
  const { promise, resolve } = Promise.withResolvers<EmbedOutcome>();
  worker.onmessage = ({ data }) => resolve(data.outcome);
  worker.postMessage({ type: "embedding", service: { ...service, url: other.url }, certificates: [] });
  worker.postMessage({ type: "embed", id: 1, texts: ["x"], kind: "query" });
  const outcome = await promise;
  worker.terminate();
  assert(!outcome.ok);
  assert.match(outcome.detail, /this address was not granted/);
  assert.equal(other.seen.length, 0);
});
