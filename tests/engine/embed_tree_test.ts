import assert from "node:assert/strict";
import { costOfMissing, embedTree, estimateTree } from "../../src/engine/embed_tree.ts";
import { openMeaning } from "../../src/engine/index_meaning.ts";
import type { FromVectorBuilder, ToVectorBuilder } from "../../src/engine/sandbox/vector_builder.ts";
import type { BuildProgress } from "../../src/index/vectors/vector_build.ts";
import type {
  Embedder,
  EmbedOutcome,
  EngineContent,
  EngineKnown,
  SemanticGap,
  VectorEngine,
} from "../../src/model/semantic.ts";
import type { IndexBuild } from "../../src/platform/index_build.ts";
import { readVectorNote } from "../../src/platform/vector_note.ts";
import { readConfigFile } from "../../src/settings/file.ts";
import { resolveSettings } from "../../src/settings/settings.ts";
import { startProvider } from "../support/provider.ts";

const GAP: SemanticGap = { ok: false, reason: "rate_limited", detail: "slow down" };
const ESTIMATE = { files: 2, passages: 4, characters: 900_001 };

/** The sandboxed side: what it was asked, with batches that are handed out in order. */
function builder(
  { batches = 3, doubt, refuses = false, total = 6, beyond = 0, reused = 0 }: {
    readonly batches?: number;
    readonly doubt?: number;
    readonly refuses?: boolean;
    readonly total?: number;
    readonly beyond?: number;
    readonly reused?: number;
  } = {},
) {
  const asked: ToVectorBuilder[] = [];
  let passedOn = 0;
  let stored = 0;
  const progress = (): BuildProgress => ({ done: stored * 2, total, embedded: stored * 2, reused, beyond });
  const content = (name: string): EngineContent => ({ content: name, chunks: [0], values: Int8Array.of(1) });
  const answer = (question: ToVectorBuilder): FromVectorBuilder => {
    asked.push(question);
    switch (question.type) {
      case "keys":
        return { type: "keys", keys: ["k1", "k2"] };
      case "begin":
        if (refuses) return { type: "refused" };
        return { type: "progress", progress: progress(), ready: [], ...(doubt !== undefined && { doubt }) };
      case "next": {
        const id = passedOn < batches ? ++passedOn : 0;
        return { type: "passages", id, texts: [`text ${id}`] as never };
      }
      case "vectors":
        stored++;
        return { type: "progress", progress: progress(), ready: [content(`batch ${question.id}`)] };
      case "estimate":
        return { type: "estimated", estimate: ESTIMATE };
      case "length":
        return { type: "progress", progress: progress(), ready: [] };
      case "stop":
        return { type: "progress", progress: progress(), ready: [content("rest")] };
    }
  };
  const worker = { ask: (question: ToVectorBuilder) => Promise.resolve(answer(question)) };
  const names = (): string[] => asked.map(({ type }) => type);
  return { worker: worker as unknown as IndexBuild<unknown>, asked, names };
}

/** A model that answers with vectors of a length, or as it is told. */
function model(answer: (before: number) => EmbedOutcome | number = () => 2) {
  const sent: string[] = [];
  const embedder: Embedder = {
    provider: "openai",
    model: "m",
    dimensions: 2,
    batchSize: 7,
    embed: (texts, { kind }) => {
      const reported = answer(sent.length);
      sent.push(`${kind}: ${texts.join()}`);
      if (typeof reported !== "number") return Promise.resolve(reported);
      const vectors = texts.map(() => new Float32Array(reported).fill(1));
      return Promise.resolve({ ok: true, vectors, dimension: reported, tokens: 1, requests: 1 });
    },
  };
  return { embedder, sent };
}

/** An engine that holds vectors of a length, and what it was given. */
function engineWith(
  { known = { ok: true, known: [], dimension: 2 } as unknown as EngineKnown, refuses = Infinity }: {
    readonly known?: EngineKnown | SemanticGap;
    /** It fails from the so manieth time on. */
    readonly refuses?: number;
  } = {},
) {
  const added: string[] = [];
  const engine = {
    known: (keys: readonly string[]) => (added.push(`known ${keys.join()}`), Promise.resolve(known)),
    add: (contents: readonly EngineContent[], { dimension }: { readonly dimension: number }) => {
      added.push(`${contents.map(({ content }) => content).join()} of ${dimension}`);
      return Promise.resolve(added.length > refuses ? GAP : { ok: true, added: contents.length });
    },
  } as unknown as VectorEngine;
  return { engine, added };
}

const PLACE = { mostUnits: 100, engine: undefined };
const SPACE = { provider: "openai", model: "m", dimensions: 2 };

/** A build, and how often its progress was told. */
async function embedded(
  { worker }: ReturnType<typeof builder>,
  embedder: Embedder,
  { engine, end }: { readonly engine?: VectorEngine; readonly end?: AbortController } = {},
) {
  const received: string[] = [];
  const made = await embedTree(worker, embedder, {
    mostUnits: 100,
    engine,
    signal: (end ?? new AbortController()).signal,
    onProgress: (done, total) => void received.push(`${done} of ${total}`),
  });
  return { made, received };
}

Deno.test("embed: every passage is sent once, its vector stored, and the end said", async () => {
  const build = builder();
  const { embedder, sent } = model();
  const { made, received } = await embedded(build, embedder);
  assert.deepEqual(made, { progress: { done: 6, total: 6, embedded: 6, reused: 0, beyond: 0 } });
  assert.deepEqual(received, ["2 of 6", "4 of 6", "6 of 6"]);
  assert.deepEqual(sent.toSorted(), ["document: text 1", "document: text 2", "document: text 3"]);
  assert.deepEqual(build.asked[0], { type: "begin", model: SPACE, mostUnits: 100 });
  assert.deepEqual(build.asked[1], { type: "next", most: 7 });
  assert.deepEqual(build.asked.at(-1), { type: "stop" });
  assert.equal(build.names().filter((name) => name === "vectors").length, 3);
});

Deno.test("embed: two batches travel at a time", async () => {
  const build = builder();
  const { embedder } = model();
  let [under, most] = [0, 0];
  const slow: Embedder = {
    ...embedder,
    embed: async (...args) => {
      most = Math.max(most, ++under);
      await new Promise((resolve) => setTimeout(resolve, 5));
      under--;
      return await embedder.embed(...args);
    },
  };
  await embedded(build, slow);
  assert.equal(most, 2);
});

Deno.test("embed: not begun where another process builds, or the engine does not answer", async () => {
  const { embedder, sent } = model();
  assert.equal((await embedded(builder({ refuses: true }), embedder)).made, undefined);
  const { engine, added } = engineWith({ known: GAP });
  assert.deepEqual((await embedded(builder(), embedder, { engine })).made, { gap: GAP });
  assert.deepEqual([sent, added], [[], ["known k1,k2"]]);
});

Deno.test("embed: a model that fails, or answers in another length, is the gap; what is finished is kept", async () => {
  const failing = builder();
  const { made } = await embedded(failing, model((before) => before === 0 ? 2 : GAP).embedder);
  assert.deepEqual(made, { progress: { done: 2, total: 6, embedded: 2, reused: 0, beyond: 0 }, gap: GAP });
  assert.deepEqual(failing.asked.at(-1), { type: "stop", trouble: { failure: "rate_limited" } });
  const { engine, added } = engineWith();
  const other = (await embedded(builder(), model(() => 3).embedder, { engine })).made;
  assert.ok(other && "progress" in other);
  assert.deepEqual(other.gap, {
    ok: false,
    reason: "dimension_mismatch",
    detail: "the vector engine holds vectors of length 2, the model's are of: 3",
  });
  assert.deepEqual(added, ["known k1,k2", "rest of 2"]);
  const changing = await embedded(builder(), model((before) => 2 + before).embedder, {
    engine: engineWith({ known: { ok: true, known: [] } as unknown as EngineKnown }).engine,
  });
  assert.equal(
    (changing.made as { gap?: SemanticGap }).gap?.reason,
    "dimension_mismatch",
    "no length was known",
  );
  const beside = await embedded(builder(), model((before) => 2 + before).embedder);
  assert.equal(
    (beside.made as { gap?: SemanticGap }).gap,
    undefined,
    "the store beside the index sees to that",
  );
});

Deno.test("embed: what is finished goes to the engine, until it fails", async () => {
  const { engine, added } = engineWith();
  const build = builder();
  const { made } = await embedded(build, model().embedder, { engine });
  assert.deepEqual(added.toSorted(), [
    "batch 1 of 2",
    "batch 2 of 2",
    "batch 3 of 2",
    "known k1,k2",
    "rest of 2",
  ]);
  assert.equal((made as { gap?: SemanticGap }).gap, undefined);
  assert.deepEqual(build.names().slice(0, 2), ["keys", "begin"]);
  assert.deepEqual((build.asked[1] as { engine?: unknown }).engine, { ok: true, known: [], dimension: 2 });
  const broken = engineWith({ refuses: 1 });
  const stopped = (await embedded(builder({ batches: 9 }), model().embedder, { engine: broken.engine })).made;
  assert.deepEqual((stopped as { gap?: SemanticGap }).gap, GAP);
  assert.equal(broken.added.length, 2, "it is not asked again");
});

Deno.test("embed: a doubt about the length is settled first, by a text of our own", async () => {
  const build = builder({ doubt: 3 });
  const { embedder, sent } = model();
  await embedded(build, embedder);
  assert.equal(sent[0], "document: where is the store opened");
  assert.deepEqual(build.asked[1], { type: "length", dimension: 2 });
  assert.equal(sent.length, 4);
  const failing = builder({ doubt: 3 });
  const { made } = await embedded(failing, model(() => GAP).embedder);
  assert.deepEqual([(made as { gap?: SemanticGap }).gap, failing.names()], [GAP, ["begin", "stop"]]);
});

Deno.test("embed: a build that is ended stores what is finished, and is no failure", async () => {
  const end = new AbortController();
  const build = builder({ batches: 50 });
  const { embedder } = model((before) => {
    if (before < 3) return 2;
    end.abort();
    return GAP;
  });
  const { made } = await embedded(build, embedder, { end });
  assert.equal((made as { gap?: SemanticGap }).gap, undefined);
  assert.deepEqual(build.asked.at(-1), { type: "stop" });
});

Deno.test("estimate: asked and ended, nothing sent; not begun as a build", async () => {
  const build = builder();
  assert.deepEqual(await estimateTree(build.worker, SPACE, PLACE), ESTIMATE);
  assert.deepEqual(build.names(), ["begin", "estimate", "stop"]);
  assert.equal(await estimateTree(builder({ refuses: true }).worker, SPACE, PLACE), undefined);
  const { engine } = engineWith({ known: GAP });
  assert.deepEqual(await estimateTree(builder().worker, SPACE, { ...PLACE, engine }), { gap: GAP });
});

Deno.test("cost: of the chunks that are missing; more than may be spent is noted", async () => {
  const rows: readonly [most: number, dollars: number, trouble: object][] = [
    [2, 1.5, {}],
    [1.5, 1.5, {}],
    [1, 1.5, { trouble: { dollars: 1.5 } }],
  ];
  for (const [most, dollars, trouble] of rows) {
    const build = builder();
    assert.equal(
      await costOfMissing(build.worker, SPACE, { engine: undefined, perChunk: 0.25, most }),
      dollars,
    );
    assert.deepEqual(build.asked, [
      { type: "begin", model: SPACE, mostUnits: 0 },
      { type: "stop", ...trouble },
    ]);
  }
  const limits = { engine: engineWith({ known: GAP }).engine, perChunk: 0.25, most: 1 };
  assert.equal(await costOfMissing(builder().worker, SPACE, limits), 0);
  assert.equal(
    await costOfMissing(builder({ refuses: true }).worker, SPACE, { ...limits, engine: undefined }),
    0,
  );
});

// The thread that connects is ended by its owner.
const lenient = { sanitizeOps: false, sanitizeResources: false };

function settingsWith(text: string) {
  return resolveSettings(() => undefined, [{ source: "user", path: "u", text }], readConfigFile).settings;
}

Deno.test("meaning: an estimate says what would be sent and what that costs", lenient, async () => {
  const chunks = "4 chunks of 2 files would be embedded, about 300001 tokens\n";
  const rows: readonly [text: string, cost: string | RegExp][] = [
    ["embedding:\n  provider: none\n", "no provider: embedding.provider is none (user)\n"],
    ["embedding:\n  provider: ollama\n", "free: ollama nomic-embed-text\n"],
    ["embedding:\n  provider: ollama\n  model: unheard-of\n", "price not known: unheard-of\n"],
    [
      "embedding:\n  provider: ollama\n  model: text-embedding-3-small\n",
      "about 0.006 US dollars: ollama text-embedding-3-small at 0.02 a million\n",
    ],
    [
      "embedding:\n  provider: ollama\n  model: text-embedding-3-large\n",
      "about 0.039 US dollars: ollama text-embedding-3-large at 0.13 a million\n",
    ],
  ];
  for (const [text, cost] of rows) {
    const work = await openMeaning(settingsWith(text), "estimate", undefined);
    const report = (await work(builder().worker))!;
    assert.equal(report.text, chunks + cost, text);
    assert.deepEqual([report.limits, report.failed], [[], false]);
    const { estimate } = report.data as { estimate: Record<string, unknown> };
    assert.deepEqual([estimate["files"], estimate["tokens"]], [2, 300_001]);
    assert.equal("dollars" in estimate, /free|dollars/.test(cost as string), text);
    const refused = (await work(builder({ refuses: true }).worker))!;
    assert.deepEqual([refused.failed, refused.limits.length, refused.text], [true, 1, ""]);
  }
});

Deno.test("meaning: what was built is reported, with what is missing and why", lenient, async () => {
  const vector = { embeddings: [[1, 0]] };
  let fails = false;
  await using provider = startProvider(() =>
    fails ? new Response("no", { status: 400 }) : Response.json(vector)
  );
  const settings = settingsWith(`embedding:\n  provider: ollama\n  url: ${provider.url}\n`);
  const cache = Deno.makeTempDirSync();
  const rows: readonly [build: Parameters<typeof builder>[0], text: RegExp, limits: readonly string[]][] = [
    [{}, /^6 chunks embedded by ollama nomic-embed-text\n$/, []],
    [{ reused: 2 }, /^6 chunks embedded by ollama nomic-embed-text, 2 taken over\n$/, []],
    [{ batches: 0, total: 0 }, /^vectors are up to date: ollama nomic-embed-text\n$/, []],
    [{ total: 7 }, /^6 chunks/, ["vectors are incomplete: 6 of 7 chunks"]],
    [{ beyond: 1 }, /^6 chunks/, ["1 chunks have no vectors: the store is full"]],
  ];
  for (const [options, text, limits] of rows) {
    const work = await openMeaning(settings, "build", cache);
    const report = (await work(builder(options).worker))!;
    assert.match(report.text, text);
    assert.deepEqual([report.limits, report.failed], [limits, false]);
    assert.equal(report.use?.calls, options?.batches === 0 ? undefined : 3);
  }
  const space = { provider: "ollama", model: "nomic-embed-text" };
  assert.ok(readVectorNote(cache, space), "it is noted that they are being built");
  const refused =
    (await (await openMeaning(settings, "build", undefined))(builder({ refuses: true }).worker))!;
  assert.match(refused.limits[0] ?? "", /^no vectors were built: another process builds them/);
  assert.equal(refused.failed, true);
  fails = true;
  const failed = (await (await openMeaning(settings, "build", undefined))(builder().worker))!;
  assert.match(failed.limits[0] ?? "", /^vectors are incomplete: [a-z_]+: /);
  assert.deepEqual([failed.failed, typeof (failed.data["semantic"] as { reason?: string }).reason], [
    true,
    "string",
  ]);
  const none = settingsWith("embedding:\n  provider: none\n");
  await assert.rejects(
    openMeaning(none, "build", undefined),
    /no embedding provider: embedding\.provider is none/,
  );
  assert.equal(await (await openMeaning(none, "spare", undefined))(builder().worker), undefined);
  // What is on this machine costs nothing, however much it is.
  fails = false;
  const spare = (await (await openMeaning(settings, "spare", undefined))(builder({ total: 1e9 }).worker))!;
  assert.match(spare.text, /^6 chunks/);
  Deno.removeSync(cache, { recursive: true });
});
