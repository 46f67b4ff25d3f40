import assert from "node:assert/strict";
import { BINARY, EMPTY_HOME, payload, runBinary } from "../support/binary.ts";
import type { Repo } from "../support/fixture.ts";
import { makeRepo } from "../support/fixture.ts";
import { longTest } from "../support/long_test.ts";
import type { Provider, Seen } from "../support/provider.ts";
import { inputsOf, startProvider } from "../support/provider.ts";
import { SHOP } from "../support/shop.ts";
import { embedText } from "../support/test_embedder.ts";
import { userSettings } from "../support/user_settings.ts";

/** Shares no word with the code that answers it. */
const QUESTION = "Where is reimbursement implemented?";

/** A model that knows one pair of synonyms. */
function asOllama(request: Seen): Response {
  const embeddings = inputsOf(request).map((text) =>
    Array.from(embedText(text.replaceAll(/reimbursement/gi, "refund order")))
  );
  return Response.json({ model: request.body["model"], embeddings, prompt_eval_count: 1 });
}

const PATIENT = { XDG_CONFIG_HOME: userSettings() };

function env({ port }: Provider, more: Record<string, string> = {}): Record<string, string> {
  return { ...PATIENT, OLLAMA_HOST: `127.0.0.1:${port}`, ...more };
}

/** As {@link env}, with the program's own patience. */
function hasty({ port }: Provider): Record<string, string> {
  return { OLLAMA_HOST: `127.0.0.1:${port}` };
}

/** What `auto-tools index --semantic --json` says. */
async function embed(repo: Repo, settings: Record<string, string>, ...more: string[]): Promise<Answer> {
  const { stdout, stderr } = await runBinary(["index", "--semantic", "--json", ...more], {
    cwd: repo.root,
    env: settings,
  });
  assert.notEqual(stdout, "", stderr);
  return JSON.parse(stdout);
}

interface Answer {
  readonly semantic: {
    readonly done: number;
    readonly total: number;
    readonly embedded: number;
    readonly reason?: string;
  };
  readonly estimate: { readonly passages: number; readonly tokens: number; readonly dollars?: number };
  readonly limits: readonly string[];
}

/** Paths that the search answers, best first. */
async function search(
  repo: Repo,
  settings: Record<string, string>,
  ...more: string[]
): Promise<readonly string[]> {
  const { stdout } = await runBinary(["search", QUESTION, "--json", ...more], {
    cwd: repo.root,
    env: settings,
  });
  return JSON.parse(stdout).files;
}

interface Kernel {
  readonly fallback?: { readonly reason: string };
  readonly graphContext?: { readonly source: string };
  readonly fused_context: {
    readonly for_model: { readonly additional_context: string };
    readonly for_user: { readonly limits_text: string };
  };
}

async function kernel(repo: Repo, settings: Record<string, string>): Promise<Kernel> {
  const args = ["--prompt", QUESTION, "--format", "json"];
  const { stdout } = await runBinary(args, { cwd: repo.root, env: settings });
  return JSON.parse(stdout);
}

Deno.test("vectors: what words do not find, meaning does; without vectors nothing changes", async () => {
  await using provider = startProvider(asOllama);
  using repo = makeRepo(SHOP);
  await runBinary(["index"], { cwd: repo.root });
  const before = await search(repo, env(provider, { CI_AUTO_TOOLS_EMBEDDING_PROVIDER: "none" }));
  assert.deepEqual(await search(repo, env(provider)), before);
  assert.ok(!before.includes("src/orders/refund.ts"));
  const { semantic } = await embed(repo, env(provider));
  assert.ok(semantic.embedded > 0 && semantic.done === semantic.total);
  for (const mode of ["semantic", "hybrid"]) {
    assert.ok((await search(repo, env(provider), "--mode", mode)).includes("src/orders/refund.ts"), mode);
  }
  assert.equal((await search(repo, env(provider), "--mode", "semantic"))[0], "src/orders/refund.ts");
  assert.deepEqual(await search(repo, env(provider), "--mode", "keyword"), before);
  const answered = await kernel(repo, env(provider));
  assert.equal(answered.graphContext?.source, "keyword+vector+graph");
  assert.equal(answered.fallback, undefined);
  assert.doesNotMatch(answered.fused_context.for_user.limits_text, /semantic/);
});

Deno.test("vectors: reasons name the list a result comes from", async () => {
  await using provider = startProvider(asOllama);
  using repo = makeRepo(SHOP);
  await embed(repo, env(provider));
  const { stdout } = await runBinary(["search", "refund order", "--json"], {
    cwd: repo.root,
    env: env(provider),
  });
  const [best] = JSON.parse(stdout).results;
  assert.deepEqual(best.reasons.slice(0, 2).map(({ name }: { name: string }) => name).sort(), [
    "keyword",
    "vector",
  ]);
});

Deno.test("vectors: an estimate sends nothing, a second build sends nothing, an edit little", async () => {
  await using provider = startProvider(asOllama);
  using repo = makeRepo(SHOP);
  const settings = env(provider);
  const { estimate } = await embed(repo, settings, "--estimate");
  assert.equal(provider.seen.length, 0);
  const first = await embed(repo, settings);
  assert.equal(first.semantic.embedded, estimate.passages);
  const asked = provider.seen.length;
  assert.equal((await embed(repo, settings)).semantic.total, 0);
  assert.equal(provider.seen.length, asked);
  repo.write(
    "src/orders/tax.ts",
    "/** Adds the tax of the country to an order. */\nexport function addTax(order: Order) {}\n",
  );
  assert.equal((await embed(repo, settings)).semantic.embedded, 1);
});

Deno.test("vectors: an estimate in money, without a key", async () => {
  using repo = makeRepo(SHOP);
  const settings = { CI_AUTO_TOOLS_EMBEDDING_PROVIDER: "openai", OPENAI_API_KEY: "not-" + "a-key" };
  const { estimate } = await embed(repo, settings, "--estimate");
  assert.ok(estimate.dollars !== undefined && estimate.dollars > 0 && estimate.dollars < 0.01);
});

Deno.test("vectors: without a provider the command says what is missing", async () => {
  using repo = makeRepo(SHOP);
  const { code, stderr } = await runBinary(["index", "--semantic"], {
    cwd: repo.root,
    env: { OLLAMA_HOST: "127.0.0.1:9" },
  });
  assert.equal(code, 40);
  assert.match(stderr, /no embedding provider: .*no Ollama answers/);
});

Deno.test("vectors: who asks for meaning alone is told when words answer instead", async () => {
  await using provider = startProvider(asOllama);
  using repo = makeRepo(SHOP);
  await runBinary(["index"], { cwd: repo.root });
  const reported = async (settings: Record<string, string>): Promise<string> =>
    (await runBinary(["search", QUESTION, "--mode", "semantic"], { cwd: repo.root, env: settings })).stderr;
  assert.match(await reported({ OLLAMA_HOST: "127.0.0.1:9" }), /semantic search unavailable: no_api_key/);
  assert.match(await reported(env(provider)), /semantic index is being built: 0 of \d+;/);
  await embed(repo, env(provider));
  assert.equal(await reported(env(provider)), "");
});

longTest("vectors: a provider that fails half-way leaves what was made, and the rest follows", async () => {
  const many = Array.from(
    { length: 120 },
    (_, at) =>
      `//- /src/part${at}.py\ndef handle_part_number_${at}(request):\n    return request.answer("part ${at}")\n`,
  ).join("");
  let isBroken = true;
  await using provider = startProvider((request, before) =>
    isBroken && before >= 2 ? new Response("no", { status: 400 }) : asOllama(request)
  );
  using repo = makeRepo(SHOP + many);
  const first = await embed(repo, env(provider));
  assert.equal(first.semantic.reason, "bad_response");
  assert.ok(first.semantic.embedded > 0 && first.semantic.done < first.semantic.total);
  assert.match(first.limits.join("\n"), /^vectors are incomplete: bad_response/m);
  isBroken = false;
  const second = await embed(repo, env(provider));
  assert.equal(second.semantic.done, second.semantic.total);
  assert.ok(second.semantic.total < first.semantic.total);
});

longTest("vectors: an interrupted build keeps what it has", async () => {
  const many = Array.from(
    { length: 150 },
    (_, at) =>
      `//- /src/part${at}.py\ndef handle_part_number_${at}(request):\n    return request.answer("part ${at}")\n`,
  ).join("");
  const some = Promise.withResolvers<void>();
  const end = Promise.withResolvers<void>();
  await using provider = startProvider(async (request, before) => {
    if (before === 3) some.resolve();
    if (before >= 3) await end.promise;
    return asOllama(request);
  });
  using repo = makeRepo(many);
  const child = new Deno.Command(BINARY, {
    args: ["index", "--semantic", "--json"],
    cwd: repo.root,
    clearEnv: true,
    env: { PATH: Deno.env.get("PATH") ?? "", HOME: EMPTY_HOME, ...env(provider) },
    stdout: "piped",
    stderr: "null",
  }).spawn();
  await some.promise;
  await new Promise((resolve) => setTimeout(resolve, 300));
  child.kill("SIGINT");
  const { semantic, limits }: Answer = JSON.parse(await new Response(child.stdout).text());
  await child.status;
  end.resolve();
  assert.ok(semantic.done > 0 && semantic.done < semantic.total);
  assert.match(limits.join("\n"), /^vectors are incomplete: \d+ of 150 chunks$/m);
  await using healthy = startProvider(asOllama);
  const rest = await embed(repo, env(healthy));
  assert.equal(rest.semantic.total, 150 - semantic.done);
  assert.equal(rest.semantic.done, rest.semantic.total);
});

Deno.test("vectors: another model's are not compared but built beside, and the way back costs nothing", async () => {
  await using provider = startProvider(asOllama);
  using repo = makeRepo(SHOP);
  await embed(repo, env(provider));
  const model = (name: string): Record<string, string> =>
    env(provider, {
      CI_AUTO_TOOLS_EMBEDDING_PROVIDER: "ollama",
      CI_AUTO_TOOLS_EMBEDDING_MODEL: name,
    });
  const answered = await kernel(repo, model("other"));
  assert.match(answered.fused_context.for_user.limits_text, /semantic index is being built: 0 of \d+;/);
  assert.ok((await embed(repo, model("other"))).semantic.embedded > 0);
  assert.equal((await kernel(repo, model("other"))).graphContext?.source, "keyword+vector+graph");
  const asked = provider.seen.length;
  assert.equal((await embed(repo, env(provider))).semantic.total, 0);
  assert.equal(provider.seen.length, asked);
  await embed(repo, model("third"));
  const kept = [...Deno.readDirSync(`${repo.root}/.devbooks/cache/auto-tools`)].map(({ name }) => name)
    .filter((name) => /^vectors-.*\.sqlite$/.test(name));
  assert.equal(kept.length, 2, "the space in use and the one before");
});

longTest(
  "vectors: a model that answers in another length is noticed, and its vectors are built anew",
  async () => {
    let isLonger = false;
    await using provider = startProvider((request) =>
      isLonger
        ? Response.json({ embeddings: inputsOf(request).map((text) => Array.from(embedText(text, 320))) })
        : asOllama(request)
    );
    using repo = makeRepo(SHOP);
    const { semantic } = await embed(repo, env(provider));
    isLonger = true;
    const answered = await kernel(repo, env(provider));
    assert.equal(answered.fallback?.reason, "dimension_mismatch");
    assert.match(
      answered.fused_context.for_user.limits_text,
      /the vectors here are of ollama nomic-embed-text 256, the question's of: ollama nomic-embed-text 320/,
    );
    assert.equal((await embed(repo, env(provider))).semantic.embedded, semantic.embedded);
    assert.equal((await kernel(repo, env(provider))).fallback, undefined);
    assert.equal((await embed(repo, env(provider))).semantic.total, 0);
  },
);

longTest("vectors: one answer of another length destroys nothing", async () => {
  let isOdd = false;
  await using provider = startProvider((request) =>
    isOdd ? Response.json({ embeddings: inputsOf(request).map(() => [1, 2, 3]) }) : asOllama(request)
  );
  using repo = makeRepo(SHOP);
  await embed(repo, env(provider));
  isOdd = true;
  assert.equal((await kernel(repo, env(provider))).fallback?.reason, "dimension_mismatch");
  isOdd = false;
  const asked = provider.seen.length;
  assert.equal((await embed(repo, env(provider))).semantic.embedded, 0);
  assert.equal(provider.seen.length, asked + 1, "one text to find out");
  assert.equal((await kernel(repo, env(provider))).fallback, undefined);
});

longTest("vectors: they survive the loss of the index", async () => {
  await using provider = startProvider(asOllama);
  using repo = makeRepo(SHOP);
  await embed(repo, env(provider));
  const cache = `${repo.root}/.devbooks/cache/auto-tools`;
  for (const { name } of [...Deno.readDirSync(cache)]) {
    if (name.startsWith("index-")) Deno.removeSync(`${cache}/${name}`);
  }
  const asked = provider.seen.length;
  assert.equal((await search(repo, env(provider), "--mode", "semantic"))[0], "src/orders/refund.ts");
  assert.equal(provider.seen.length, asked + 1);
  assert.equal((await embed(repo, env(provider))).semantic.total, 0);
  assert.equal(provider.seen.length, asked + 1);
});

Deno.test("vectors: with the provider hanging, words and graph answer within the budget", async () => {
  let hangs = false;
  const end = Promise.withResolvers<void>();
  await using provider = startProvider(async (request) => {
    if (hangs) await end.promise;
    return asOllama(request);
  });
  using repo = makeRepo(SHOP);
  await embed(repo, env(provider));
  hangs = true;
  const { stdout, took } = await runBinary(["hook"], {
    cwd: repo.root,
    env: hasty(provider),
    stdin: payload("Where is the refund of an order calculated?", repo.root),
  });
  assert.match(stdout, /src\/orders\/refund\.ts/);
  assert.ok(took < 5000, `${took} ms`);
  const answered = await kernel(repo, hasty(provider));
  end.resolve();
  assert.equal(answered.fallback?.reason, "timeout");
});

Deno.test("vectors: the first prompt with a provider has them built beside it", async () => {
  await using provider = startProvider(asOllama);
  using repo = makeRepo(SHOP);
  const folder = Deno.makeTempDirSync();
  Deno.symlinkSync(BINARY, `${folder}/auto-tools`);
  const settings = env(provider, { PATH: `${folder}:${Deno.env.get("PATH")}` });
  await runBinary(["index"], { cwd: repo.root });
  const first = await kernel(repo, settings);
  assert.ok(!provider.seen.some((request) => inputsOf(request).some((text) => text.includes(QUESTION))));
  assert.match(first.fused_context.for_user.limits_text, /^semantic index is being built: 0 of \d+;/m);
  const deadline = performance.now() + 30_000;
  const isBuilt = (): boolean => provider.seen.some((request) => inputsOf(request).length > 2);
  while (!isBuilt() && performance.now() < deadline) await new Promise((resolve) => setTimeout(resolve, 100));
  assert.ok(isBuilt(), "nothing was embedded");
  let found: readonly string[] = [];
  while (found[0] !== "src/orders/refund.ts" && performance.now() < deadline) {
    found = await search(repo, settings, "--mode", "semantic");
  }
  assert.equal(found[0], "src/orders/refund.ts");
  let reported = "";
  while (!reported.includes("index ollama") && performance.now() < deadline) {
    reported = (await runBinary(["stats"], { cwd: repo.root, env: settings })).stdout;
  }
  assert.match(reported, /^index ollama nomic-embed-text: \d+ calls?, 0 failed, \d+ \+ 0 tokens/m);
  Deno.removeSync(folder, { recursive: true });
});

Deno.test("vectors: what costs more than a dollar is not built unasked, and that is said", async () => {
  await using proxy = startProvider(asOllama);
  using repo = makeRepo(SHOP);
  const body = (name: string): string =>
    `def ${name}(request):\n    return request.answer_with("${name}")\n\n`;
  for (let file = 0; file < 64; file++) {
    const names = Array.from({ length: 450 }, (_, at) => `handle_part_${file}_${at}`);
    repo.write(`src/part${file}.py`, names.map(body).join(""));
  }
  const folder = Deno.makeTempDirSync();
  Deno.symlinkSync(BINARY, `${folder}/auto-tools`);
  const settings = {
    ...PATIENT,
    PATH: `${folder}:${Deno.env.get("PATH")}`,
    CI_AUTO_TOOLS_EMBEDDING_PROVIDER: "openai-compatible",
    CI_AUTO_TOOLS_EMBEDDING_MODEL: "voyage-code-3",
    CI_AUTO_TOOLS_EMBEDDING_URL: "http://embeddings.invalid:8080/v1",
    HTTP_PROXY: proxy.url,
  };
  await runBinary(["index"], { cwd: repo.root });
  await runBinary(["warm", repo.root], { env: settings });
  const { fused_context } = await kernel(repo, settings);
  assert.match(
    fused_context.for_user.limits_text,
    /^semantic index not built unasked: about \d\.\d\d US dollars; run auto-tools index --semantic$/m,
  );
  assert.equal(proxy.seen.length, 0);
  Deno.removeSync(folder, { recursive: true });
});
