import assert from "node:assert/strict";
import { runBinary } from "../support/binary.ts";
import { startFakePostgres } from "../support/fake_postgres.ts";
import type { Repo } from "../support/fixture.ts";
import { makeRepo } from "../support/fixture.ts";
import { findPostgres, startPostgres } from "../support/postgres.ts";
import type { Provider, Seen } from "../support/provider.ts";
import { inputsOf, startProvider, startRaw } from "../support/provider.ts";
import { SHOP } from "../support/shop.ts";
import { embedText } from "../support/test_embedder.ts";
import { userSettings } from "../support/user_settings.ts";

/** Shares no word with the code that answers it. */
const QUESTION = "Where is reimbursement implemented?";
const KEY = "fake-" + "key-of-nobody";

type Settings = Readonly<Record<string, string>>;

/** Another, which one chunk alone is near to. */
const CLEAR_QUESTION = "Where is payback implemented?";
const PAYBACK = "pays an order back: refundOrder, refund exceeds the order's total amount";

/** A model that knows two synonyms. */
function asOllama(request: Seen): Response {
  const embeddings = inputsOf(request).map((text) =>
    Array.from(embedText(text.replaceAll(/reimbursement/gi, "refund order").replaceAll(/payback/gi, PAYBACK)))
  );
  return Response.json({ model: request.body["model"], embeddings, prompt_eval_count: 1 });
}

function env(model: Provider, vectors: string, more: Settings = {}): Record<string, string> {
  return { OLLAMA_HOST: `127.0.0.1:${model.port}`, CI_AUTO_TOOLS_VECTORS_URL: vectors, ...more };
}

interface Answer {
  readonly semantic: { readonly embedded?: number; readonly total?: number; readonly reason?: string };
  readonly limits: readonly string[];
}

async function build(repo: Repo, settings: Record<string, string>): Promise<Answer> {
  const args = ["index", "--semantic", "--json"];
  const { stdout, stderr } = await runBinary(args, { cwd: repo.root, env: settings });
  assert.notEqual(stdout, "", stderr);
  assert.doesNotMatch(stdout + stderr, /of-nobody/);
  return JSON.parse(stdout);
}

async function search(repo: Repo, settings: Record<string, string>, mode = "semantic"): Promise<string[]> {
  const args = ["search", QUESTION, "--json", "--mode", mode];
  const { stdout, stderr } = await runBinary(args, { cwd: repo.root, env: settings });
  assert.doesNotMatch(stdout + stderr, /of-nobody/);
  return JSON.parse(stdout).files;
}

const PATIENT = { XDG_CONFIG_HOME: userSettings() };

/** What every engine has to do for two work trees of the same code. */
async function shared(model: Provider, own: Record<string, string>): Promise<void> {
  const settings = { ...PATIENT, ...own };
  using here = makeRepo(SHOP);
  using there = makeRepo(SHOP);
  const first = await build(here, settings);
  assert.ok((first.semantic.embedded ?? 0) > 0, JSON.stringify(first));
  assert.deepEqual(first.limits.filter((limit) => limit.includes("vector")), []);
  const asked = model.seen.length;
  assert.equal((await build(here, settings)).semantic.embedded, 0);
  assert.equal((await build(there, settings)).semantic.embedded, 0);
  assert.equal(model.seen.length, asked, "what the engine has is not embedded again");
  assert.equal((await search(there, settings))[0], "src/orders/refund.ts");
  assert.ok((await search(there, settings, "hybrid")).includes("src/orders/refund.ts"));
  const prompt = ["--prompt", CLEAR_QUESTION, "--format", "json"];
  const { stdout } = await runBinary(prompt, { cwd: there.root, env: settings });
  const { for_model } = JSON.parse(stdout).fused_context;
  assert.match(for_model.additional_context, /src\/orders\/refund\.ts/, "meaning alone answers");
  there.write(
    "src/orders/refund.ts",
    "export function reimburse(order: Order): Refund { return order.back(); }\n",
  );
  const edited = await build(there, settings);
  assert.ok((edited.semantic.embedded ?? 9) < 4, JSON.stringify(edited));
  assert.equal((await search(here, settings))[0], "src/orders/refund.ts");
  const doctor = await runBinary(["doctor"], { cwd: here.root, env: settings });
  assert.match(doctor.stdout, /^ok {3}semantic search .*; vectors in \w+ at .*; answers, /m);
  assert.doesNotMatch(doctor.stdout, /of-nobody/);
}

Deno.test("engines: a database serves two work trees, and gets no text and no path", async () => {
  await using model = startProvider(asOllama);
  await using engine = startFakePostgres(KEY);
  const url = `postgres://u@127.0.0.1:${engine.port}/code`;
  await shared(model, env(model, url, { PGPASSWORD: KEY }));
  assert.ok(engine.seen.length > 0);
  assert.doesNotMatch(JSON.stringify(engine.seen), /refund|login|src\/|guide|nomic/i);
});

const bin = findPostgres();

Deno.test({
  name: `engines: PostgreSQL with pgvector serves two work trees${bin ? "" : " (SKIPPED: not installed)"}`,
  ignore: bin === undefined,
  fn: async () => {
    await using model = startProvider(asOllama);
    await using engine = await startPostgres(bin!);
    const url = `postgres://scram@127.0.0.1:${engine.port}/postgres`;
    await shared(model, env(model, url, { PGPASSWORD: engine.password }));
    using repo = makeRepo(SHOP);
    const { semantic } = await build(repo, env(model, url, { PGPASSWORD: KEY }));
    assert.equal(semantic.reason, "no_api_key");
  },
});

Deno.test("engines: whatever is wrong, keywords and graph answer and it is said", async () => {
  await using model = startProvider(asOllama);
  await using silent = startRaw(() => new Promise(() => {}));
  await using rubbish = startProvider(() => Response.json({ result: 7 }));
  using repo = makeRepo(SHOP);
  await runBinary(["index"], { cwd: repo.root });
  const cases: readonly (readonly [string, RegExp])[] = [
    ["postgres://u@127.0.0.1:9/db", /provider_unreachable \(vector engine: .*refused/],
    [`postgres://u@127.0.0.1:${silent.port}/db`, /timeout \(/],
    [`postgres://u@127.0.0.1:${rubbish.port}/db`, /bad_response \(vector engine: /],
    ["postgres://u:key-of-nobody@127.0.0.1/db", /vectors\.url holds a password/],
    ["qdrant+http://127.0.0.1:6333/code", /vectors\.url is not an address like: postgres:/],
  ];
  for (const [url, expected] of cases) {
    const args = ["--prompt", "Where is loginUser defined?", "--format", "json"];
    const { stdout, code } = await runBinary(args, { cwd: repo.root, env: env(model, url) });
    const { fused_context } = JSON.parse(stdout);
    assert.equal(code, 0, url);
    assert.match(fused_context.for_user.limits_text, expected, url);
    assert.match(fused_context.for_model.additional_context, /src\/auth\/login\.ts/, url);
    assert.doesNotMatch(stdout, /of-nobody/);
  }
});

Deno.test("engines: what was finished before the model failed is there the next time", async () => {
  const files = Array.from(
    { length: 90 },
    (_, at) =>
      `//- /src/part${at}.ts\nexport function part${at}(): string {\n  return "the part with number ${at}";\n}\n`,
  );
  using repo = makeRepo(files.join(""));
  await using engine = startFakePostgres();
  const url = `postgres://u@127.0.0.1:${engine.port}/code`;
  await using failing = startProvider((request, before) =>
    before === 0 ? asOllama(request) : Response.json({ error: "no" }, { status: 400 })
  );
  const { semantic } = await build(repo, env(failing, url));
  assert.equal(semantic.reason, "bad_response");
  const stored = [...engine.tables.values()][0]?.rows.size ?? 0;
  assert.ok(stored > 0 && stored < 90, String(stored));
  await using model = startProvider(asOllama);
  const again = await build(repo, env(model, url));
  assert.equal(again.semantic.embedded, 90 - stored);
});

Deno.test("engines: a project's file cannot name one", async () => {
  await using model = startProvider(asOllama);
  await using engine = startFakePostgres();
  using repo = makeRepo(SHOP);
  repo.write("config/auto-tools.yaml", `vectors:\n  url: "postgres://u@127.0.0.1:${engine.port}/code"\n`);
  const { OLLAMA_HOST } = env(model, "");
  const { semantic, limits } = await build(repo, { OLLAMA_HOST: OLLAMA_HOST! });
  assert.ok((semantic.embedded ?? 0) > 0);
  assert.match(limits.join("\n"), /ignored from the project file: vectors\.url/);
  assert.equal(engine.seen.length, 0);
});
