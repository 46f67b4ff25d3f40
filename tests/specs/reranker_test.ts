import assert from "node:assert/strict";
import { hookContext, PATIENT_HOME, payload, runBinary } from "../support/binary.ts";
import { makeRepo } from "../support/fixture.ts";
import type { Provider } from "../support/provider.ts";
import { asAnthropic, startProvider, startRaw } from "../support/provider.ts";
import { SHOP } from "../support/shop.ts";

const QUESTION = "Where is the refund of an order calculated?";
const KEY = "test-key-" + "not-a-real-one";

/** The environment of a user who switched the reranker on. */
function ranking({ url }: Provider): Record<string, string> {
  return {
    CI_AUTO_TOOLS_RERANKER: "1",
    ANTHROPIC_BASE_URL: url,
    ANTHROPIC_API_KEY: KEY,
    OLLAMA_HOST: "127.0.0.1:9",
    HOME: PATIENT_HOME,
  };
}

/** Answers with the candidates in reverse. */
function startReversing(): Provider {
  return startProvider(({ body }) => {
    const [tool] = body["tools"] as [
      { input_schema: { properties: { ranking: { items: { enum: string[] } } } } },
    ];
    return asAnthropic(tool.input_schema.properties.ranking.items.enum.toReversed())();
  });
}

/** The paths of the block, in order, each once. */
function pathsOf(context: string): string[] {
  return [...new Set([...context.matchAll(/^\d+\. (\S+?):\d/gm)].map((match) => match[1] ?? ""))];
}

// deno-lint-ignore no-explicit-any -- a document as programs outside read it
async function kernel(root: string, env: Record<string, string>): Promise<Record<string, any>> {
  const args = ["--prompt", QUESTION, "--format", "json"];
  const { code, stdout, stderr } = await runBinary(args, { cwd: root, env });
  assert.deepEqual({ code, stderr }, { code: 0, stderr: "" });
  assert(!stdout.includes(KEY));
  return JSON.parse(stdout);
}

Deno.test("reranker: switched on, the order is the model's, and stats say what it took", async () => {
  await using provider = startReversing();
  using repo = makeRepo(SHOP);
  await runBinary(["index"], { cwd: repo.root });
  const plain = pathsOf(
    await hookContext(QUESTION, repo.root, { env: { OLLAMA_HOST: "127.0.0.1:9", HOME: PATIENT_HOME } }),
  );
  const ranked = pathsOf(await hookContext(QUESTION, repo.root, { env: ranking(provider) }));
  assert.equal(plain[0], "src/orders/refund.ts");
  assert.notEqual(ranked[0], plain[0]);
  assert.deepEqual(ranked.toSorted(), plain.toSorted());
  assert.equal(provider.seen[0]?.headers.get("x-api-key"), KEY);
  const { stdout } = await runBinary(["stats"], { cwd: repo.root });
  assert.match(
    stdout,
    /rerank anthropic claude-haiku-4-5: 1 call, 0 failed, 1200 \+ 30 tokens, 0\.0014 US dollars/,
  );
  const { models } = JSON.parse((await runBinary(["stats", "--json"], { cwd: repo.root })).stdout);
  assert.deepEqual(models.map((one: { calls: number }) => one.calls), [1]);
});

Deno.test("reranker: off by default, whatever keys are set; a silent prompt and a plan ask nobody", async () => {
  await using provider = startReversing();
  using repo = makeRepo(SHOP);
  const { CI_AUTO_TOOLS_RERANKER: _, ...keys } = ranking(provider);
  await hookContext(QUESTION, repo.root, { env: keys });
  const env = ranking(provider);
  await runBinary(["hook"], { cwd: repo.root, env, stdin: payload("thanks!", repo.root) });
  await kernel(repo.root, { ...env, CI_AUTO_TOOLS_MODE: "plan" });
  repo.write("config/auto-tools.yaml", `reranker: {enabled: true, url: "${provider.url}"}\n`);
  const { fused_context } = await kernel(repo.root, keys);
  assert.match(fused_context.for_user.limits_text, /ignored from the project file: reranker\.enabled/);
  assert.equal(provider.seen.length, 0);
});

Deno.test("reranker: a repository may switch off what its user switched on", async () => {
  await using provider = startReversing();
  using repo = makeRepo(SHOP);
  const home = Deno.makeTempDirSync();
  Deno.mkdirSync(`${home}/auto-tools`);
  Deno.writeTextFileSync(`${home}/auto-tools/auto-tools.yaml`, "reranker.enabled: true\n");
  repo.write("config/auto-tools.yaml", "reranker.enabled: false\n");
  const { CI_AUTO_TOOLS_RERANKER: _, ...keys } = ranking(provider);
  await kernel(repo.root, { ...keys, XDG_CONFIG_HOME: home });
  assert.equal(provider.seen.length, 0);
  Deno.removeSync(home, { recursive: true });
});

const FAILURES: [what: string, answer: () => Response, reason: string][] = [
  [
    "refuses the key",
    () => Response.json({ error: { type: "authentication_error" } }, { status: 401 }),
    "no_api_key",
  ],
  [
    "is overloaded",
    () => Response.json({ error: { type: "overloaded_error" } }, { status: 529 }),
    "provider_unreachable",
  ],
  ["ranks what nobody asked about", asAnthropic(["c1", "/etc/passwd"]), "bad_response"],
  ["is busy", () => Response.json({}, { status: 429, headers: { "retry-after": "9" } }), "rate_limited"],
];

for (const [what, answer, reason] of FAILURES) {
  Deno.test(`reranker: one that ${what} leaves the order as found`, async () => {
    await using provider = startProvider(answer);
    using repo = makeRepo(SHOP);
    await runBinary(["index"], { cwd: repo.root });
    const env = { ...ranking(provider), CI_AUTO_TOOLS_EMBEDDING_PROVIDER: "none" };
    const { fallback, fused_context } = await kernel(repo.root, env);
    assert.deepEqual(fallback, { reason, degraded_to: "order as found" });
    assert.equal(pathsOf(fused_context.for_model.additional_context)[0], "src/orders/refund.ts");
    assert.match(fused_context.for_user.limits_text, new RegExp(`^reranker unavailable: ${reason} \\(`, "m"));
  });
}

Deno.test("reranker: one that hangs is left in time", async () => {
  await using provider = startRaw(() => new Promise(() => {}));
  using repo = makeRepo(SHOP);
  await runBinary(["index"], { cwd: repo.root });
  const env = { ...ranking(provider), CI_AUTO_TOOLS_EMBEDDING_PROVIDER: "none" };
  const { fallback } = await kernel(repo.root, env);
  assert.deepEqual(fallback, { reason: "timeout", degraded_to: "order as found" });
  assert.equal(pathsOf(await hookContext(QUESTION, repo.root, { env }))[0], "src/orders/refund.ts");
});

Deno.test("reranker: a stand-in without any model, for prompt, search and graph", async () => {
  using repo = makeRepo(SHOP);
  await runBinary(["index"], { cwd: repo.root });
  const two = "loginUser";
  for (const command of [["search", QUESTION], ["graph", two], ["--prompt", QUESTION]]) {
    const plain = await runBinary(command, { cwd: repo.root });
    const mocked = await runBinary([...command, "--mock-llm"], { cwd: repo.root });
    assert.equal(mocked.code, 0, mocked.stderr);
    assert.notEqual(mocked.stdout, plain.stdout, command[0]);
  }
});

Deno.test("rerank: candidates in, ranked results out", async () => {
  const candidates = ["a.ts", "b.ts", "c.ts"].map((file_path) => ({
    file_path,
    line_start: 3,
    reason: "anchor",
  }));
  const stdin = JSON.stringify({ query: "where?", candidates });
  const { code, stdout } = await runBinary(["rerank", "--mock-llm"], { stdin });
  assert.equal(code, 0);
  const { schema_version, ranked_results } = JSON.parse(stdout);
  assert.equal(schema_version, "1.0");
  assert.deepEqual(ranked_results.map((one: { file_path: string }) => one.file_path), [
    "c.ts",
    "b.ts",
    "a.ts",
  ]);
  assert.deepEqual(ranked_results[0], { rank: 1, ...candidates[2] });
  await using provider = startReversing();
  const asked = await runBinary(["rerank"], { stdin, env: ranking(provider) });
  assert.equal(JSON.parse(asked.stdout).ranked_results[0].file_path, "c.ts");
  assert.equal(JSON.parse(asked.stdout).use.model, "claude-haiku-4-5");
  assert.equal((await runBinary(["rerank"], { stdin })).code, 20);
  assert.equal((await runBinary(["rerank", "--mock-llm"], { stdin: "[]" })).code, 30);
});
