import assert from "node:assert/strict";
import { metered } from "../../src/engine/metered_embedder.ts";
import type { Semantic } from "../../src/engine/semantic.ts";
import { NO_SEMANTIC, SemanticQuestion } from "../../src/engine/semantic_question.ts";
import type { Embedder, EmbedOutcome, QueryEmbedding } from "../../src/model/semantic.ts";
import { embeddingModel } from "../../src/semantic/choice/models.ts";

const MODEL = "text-embedding-3-small";
const GOOD: EmbedOutcome = {
  ok: true,
  vectors: [Float32Array.of(1, 0)],
  dimension: 2,
  requests: 2,
  tokens: 1000,
};
const BAD: EmbedOutcome = { ok: false, reason: "timeout", detail: "late" };
const CHOICE = {
  provider: "openai",
  model: MODEL,
  remote: true,
  why: "w",
  others: [],
} as unknown as Semantic["choice"];

/** A provider that answers in turn, and what it was sent. */
function provider(...outcomes: EmbedOutcome[]): { embedder: Embedder; sent: string[][] } {
  const sent: string[][] = [];
  const embed = (texts: readonly string[]): Promise<EmbedOutcome> => {
    sent.push([...texts]);
    return Promise.resolve(outcomes.shift()!);
  };
  return { embedder: { provider: "openai", model: MODEL, dimensions: 256, batchSize: 7, embed }, sent };
}

/** An engine, for which a question is always asked. */
const engine = {
  nearest: () => Promise.resolve({ ok: true, near: [] }),
} as unknown as NonNullable<Semantic["engine"]>;

async function received(question: SemanticQuestion): Promise<QueryEmbedding[]> {
  const heard: QueryEmbedding[] = [];
  await question.send((query) => heard.push(query));
  await question.send((query) => heard.push(query));
  return heard;
}

Deno.test("question: without a provider nothing is asked, the choice says why", async () => {
  const failure = { ok: false, reason: "no_key", detail: "d" } as unknown as NonNullable<
    Semantic["choice"]["failure"]
  >;
  const question = new SemanticQuestion(
    { ...NO_SEMANTIC, choice: { ...NO_SEMANTIC.choice, failure } },
    "q",
    1000,
  );
  assert.equal(question.begin("/nowhere"), undefined);
  assert.deepEqual(await received(question), []);
  assert.deepEqual([question.gap(), question.use(), question.space], [failure, undefined, undefined]);
  assert.deepEqual([question.choice.failure, question.estimatedCost], [failure, undefined]);
});

Deno.test("question: while there are no vectors to compare with, nothing is sent", async () => {
  const { embedder, sent } = provider(GOOD);
  for (const cache of [undefined, "/nowhere"]) {
    const question = new SemanticQuestion({ choice: CHOICE, embedder, close: () => {} }, "q", 1000);
    const space = { provider: "openai", model: MODEL, dimensions: 256, isElsewhere: false, isAsked: false };
    assert.deepEqual(question.begin(cache), space);
    assert.deepEqual([await received(question), sent, question.gap(), question.use()], [
      [],
      [],
      undefined,
      undefined,
    ]);
  }
});

Deno.test("question: sent once, redacted and cut, and what it took", async () => {
  const { embedder, sent } = provider(GOOD);
  const key = "AK" + "IA" + "QXZWERTY12345678";
  const question = new SemanticQuestion(
    { choice: CHOICE, embedder, engine, close: () => {} },
    `where is ${key} ${"word ".repeat(2000)}`,
    60_000,
  );
  assert.equal(question.begin(undefined)?.isAsked, true);
  assert.deepEqual(question.gap(), {
    ok: false,
    reason: "timeout",
    detail: "the question's vector came too late",
  });
  const heard = await received(question);
  assert.deepEqual(heard.map(({ outcome }) => outcome), [{ ok: true, near: [] }, { ok: true, near: [] }]);
  assert.equal(sent.length, 1);
  const [text = ""] = sent[0]!;
  assert.ok(!text.includes(key) && text.length <= 4000 && text.length > 3900, `${text.length}`);
  assert.equal(question.gap(), undefined);
  const use = question.use()!;
  assert.deepEqual([use.calls, use.input, use.output, use.purpose, use.provider], [
    2,
    1000,
    0,
    "embed",
    "openai",
  ]);
});

Deno.test("question: a provider that fails is the gap, and no engine is asked", async () => {
  const { embedder } = provider(BAD);
  const question = new SemanticQuestion({ choice: CHOICE, embedder, engine, close: () => {} }, "q", 60_000);
  question.begin(undefined);
  assert.deepEqual((await received(question)).map(({ outcome }) => outcome), [BAD, BAD]);
  assert.deepEqual([question.gap(), question.use()?.failure], [BAD, "timeout"]);
});

Deno.test("embedder: calls, tokens, the first failure and the price of what was asked", async () => {
  const { embedder } = provider(
    GOOD,
    BAD,
    { ...BAD, reason: "rate_limited" } as unknown as EmbedOutcome,
    GOOD,
  );
  const counted = metered(embedder, "index");
  assert.equal(counted.use(), undefined);
  const { provider: name, model, dimensions, batchSize } = counted;
  assert.deepEqual({ name, model, dimensions, batchSize }, {
    name: "openai",
    model: MODEL,
    dimensions: 256,
    batchSize: 7,
  });
  for (let call = 0; call < 4; call++) {
    await counted.embed([], { kind: "query", signal: AbortSignal.timeout(1000) } as never);
  }
  const { price } = embeddingModel(MODEL);
  const { milliseconds, ...use } = counted.use()!;
  assert.ok(Number.isInteger(milliseconds) && milliseconds >= 0 && milliseconds < 60_000);
  assert.ok(price !== undefined && price > 0);
  assert.deepEqual(use, {
    purpose: "index",
    provider: "openai",
    model: MODEL,
    calls: 6,
    input: 2000,
    output: 0,
    dollars: 2000 * price / 1e6,
    failure: "timeout",
  });
});
