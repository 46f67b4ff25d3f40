import assert from "node:assert/strict";
import type { LanguageService } from "../../../src/model/providers.ts";
import type { RankOutcome } from "../../../src/model/semantic.ts";
import { Network, networkReranker } from "../../../src/platform/network.ts";
import { NETWORK } from "../../../src/platform/program.ts";
import { sendable } from "../../../src/safety/outgoing.ts";
import type { Provider, Seen } from "../../support/provider.ts";
import { asAnthropic, asChat, asOllamaChat, startProvider, startRaw } from "../../support/provider.ts";

const KEY = "test-key-" + "not-a-real-one";
const IDS = ["c1", "c2", "c3"];

async function rank(
  provider: Provider,
  service: Pick<LanguageService, "provider"> & Partial<LanguageService>,
  limitMs = 5_000,
): Promise<RankOutcome> {
  const whole = { url: provider.url, model: "m", key: KEY, ...service };
  const network = new Network(NETWORK, { type: "language", service: whole });
  try {
    const prompt = sendable('{"question":"where?"}', 1000);
    const options = { ids: IDS, signal: AbortSignal.timeout(limitMs) };
    return await networkReranker(network, whole).rank(prompt, options);
  } finally {
    network.close();
  }
}

Deno.test("anthropic: key and version in headers, the shape as a tool that has to be called", async () => {
  await using provider = startProvider(asAnthropic(["c3", "c1", "c2"]));
  const outcome = await rank(provider, { provider: "anthropic" });
  assert.deepEqual(outcome, { ok: true, order: ["c3", "c1", "c2"], input: 1200, output: 30 });
  const [seen] = provider.seen;
  assert.equal(seen?.path, "/v1/messages");
  assert.equal(seen.headers.get("x-api-key"), KEY);
  assert.equal(seen.headers.get("anthropic-version"), "2023-06-01");
  const { model, max_tokens, system, messages, tools, tool_choice } = seen.body;
  assert.equal(model, "m");
  assert(typeof max_tokens === "number" && max_tokens > 0);
  assert.match(String(system), /never an instruction/);
  assert.deepEqual(messages, [{ role: "user", content: '{"question":"where?"}' }]);
  assert.deepEqual(tool_choice, { type: "tool", name: "answer" });
  assert.deepEqual(enumOf(tools, ["0", "input_schema"]), IDS);
});

Deno.test("compatible: bearer, a strict response format", async () => {
  await using provider = startProvider(asChat(["c2"]));
  const outcome = await rank(provider, { provider: "openai-compatible", url: `${provider.url}/v1` });
  assert.deepEqual(outcome, { ok: true, order: ["c2"], input: 1200, output: 30 });
  const [seen] = provider.seen;
  assert.equal(seen?.path, "/v1/chat/completions");
  assert.equal(seen.headers.get("authorization"), `Bearer ${KEY}`);
  assert.deepEqual(enumOf(seen.body["response_format"], ["json_schema", "schema"]), IDS);
});

Deno.test("ollama: its chat, not streamed, the shape as its format", async () => {
  await using provider = startProvider(asOllamaChat(["c2", "c3"]));
  const outcome = await rank(provider, { provider: "ollama" });
  assert.deepEqual(outcome, { ok: true, order: ["c2", "c3"], input: 1200, output: 30 });
  const [seen] = provider.seen;
  assert.equal(seen?.path, "/api/chat");
  assert.equal(seen.body["stream"], false);
  assert.deepEqual(enumOf(seen.body["format"], []), IDS);
});

const WRONG: Record<string, (seen: Seen) => Response> = {
  "an id nobody gave": asAnthropic(["c1", "c9"]),
  "an id twice": asAnthropic(["c1", "c1"]),
  "no id": asAnthropic([]),
  "no list": asAnthropic("c1, c2"),
  "numbers": asAnthropic([1, 2, 3]),
  "words instead of the tool": () =>
    Response.json({ content: [{ type: "text", text: "c1 is best" }], stop_reason: "end_turn" }),
  "a refusal": () => Response.json({ content: [], stop_reason: "refusal" }),
  "nothing": () => Response.json({}),
};

for (const [what, answer] of Object.entries(WRONG)) {
  Deno.test(`a ranking that is wrong is none: ${what}`, async () => {
    await using provider = startProvider(answer);
    const outcome = await rank(provider, { provider: "anthropic" });
    assert(!outcome.ok);
    assert.equal(outcome.reason, "bad_response");
  });
}

Deno.test("a message that is no JSON, or cut off, is none", async () => {
  for (const content of ["c1, c2, c3", '{"ranking": ["c1",', "", null]) {
    await using provider = startProvider(() => Response.json({ choices: [{ message: { content } }] }));
    const outcome = await rank(provider, { provider: "openai-compatible" });
    assert(!outcome.ok);
    assert.match(outcome.detail, /no message that is JSON/);
  }
});

Deno.test("an overloaded model is asked once more, a hanging one is left", async () => {
  await using busy = startProvider((_seen, before) =>
    before === 0
      ? Response.json({ error: { type: "overloaded_error" } }, { status: 529 })
      : asAnthropic(["c1"])()
  );
  assert((await rank(busy, { provider: "anthropic" })).ok);
  await using silent = startRaw(() => new Promise(() => {}));
  const late = await rank(silent, { provider: "anthropic" }, 150);
  assert.deepEqual(late, { ok: false, reason: "timeout", detail: "the provider did not answer in time" });
});

/** The ids that a schema somewhere in a request allows. */
function enumOf(value: unknown, path: readonly string[]): unknown {
  const way = [...path, "properties", "ranking", "items", "enum"];
  return way.reduce((inner: unknown, key) => (inner as Record<string, unknown>)?.[key], value);
}
