import assert from "node:assert/strict";
// @ts-types="@modelcontextprotocol/sdk/client/index"
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
// @ts-types="@modelcontextprotocol/sdk/client/stdio"
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { request } from "node:http";
import { BINARY, hookContext, PATIENT_SETTINGS, payload, runBinary } from "../support/binary.ts";
import { fileSystemHere } from "../../src/platform/file_system.ts";
import { linesOf } from "../../src/platform/lines.ts";
import { planOf } from "../support/engine_kit.ts";
import type { Repo } from "../support/fixture.ts";
import { makeRepo, removeTree } from "../support/fixture.ts";
import { SHOP } from "../support/shop.ts";
import { inputsOf, startProvider } from "../support/provider.ts";
import type { Standing } from "../support/daemon.ts";
import { end, eventually, serveDaemon, socketsIn } from "../support/daemon.ts";
import { embedText } from "../support/test_embedder.ts";
import { openBelow } from "../support/open_files.ts";
import { warmRepo } from "../support/warm_repo.ts";

const QUESTION = "Where is the refund of an order calculated?";
const ALONE = { CI_AUTO_TOOLS_DAEMON_IDLE_S: "0" };
const PATIENT = { settings: PATIENT_SETTINGS };
// The MCP client's own timers outlive it.
const lenient = { sanitizeOps: false, sanitizeResources: false };

/** For tests that end no daemon and change no file. */
const shared = await warmRepo(SHOP);

Deno.test("daemon: says what the process itself would have said, with deep tools too", async () => {
  const standing = shared;
  const { env } = standing;
  using repo = await indexed(env);
  const prompts = [
    QUESTION,
    "登录的密码在哪里检查?",
    "fix the bug in src/auth/login.ts: loginUser throws InvalidCredentials",
    "call chain of findUser please",
    "what is the impact of my uncommitted changes?",
  ];
  repo.write(
    "src/db/users.ts",
    "export async function findUser(id: number): Promise<User> { return await one(id); }\n",
  );
  for (const prompt of prompts) {
    const before = standing.called();
    const [there, here] = [
      await hookContext(prompt, repo.root, { env }),
      await hookContext(prompt, repo.root, { env: { ...env, ...ALONE } }),
    ];
    assert.equal(there, here, prompt);
    assert.notEqual(there, "", prompt);
    assert.ok(
      await eventually(() => standing.called() > before, 5000),
      `answered by the process itself: ${prompt}`,
    );
  }
});

Deno.test("daemon: a quick tool that hangs costs its own kind alone, with it and without", async () => {
  const settings = PATIENT_SETTINGS.replace(
    "ci_search:\n    timeout_ms: 30000",
    "ci_search:\n    timeout_ms: 700",
  );
  await using standing = await serveDaemon(SHOP, { settings, fault: "ci_search:hang" });
  const { repo, env } = standing;
  const prompt = "fix the bug in src/auth/login.ts: loginUser throws InvalidCredentials";
  const alone = await hookContext(prompt, repo.root, { env: { ...env, ...ALONE } });
  assert.match(alone, /src\/auth\/login\.ts/);
  const before = standing.called();
  assert.equal(await hookContext(prompt, repo.root, { env }), alone);
  assert.ok(await eventually(() => standing.called() > before, 5000), "answered by the process itself");
});

Deno.test("daemon: subagents' prompts and failed searches are answered by it too, with the same bytes", async () => {
  const standing = shared;
  const { repo, env } = standing;
  const payloads = [
    {
      hook_event_name: "PreToolUse",
      tool_name: "Agent",
      tool_input: {
        description: "look",
        prompt: "Find out how refundOrder computes the refund of an order.",
      },
    },
    {
      hook_event_name: "PostToolUseFailure",
      tool_name: "Grep",
      tool_input: { pattern: "loginUser|InvalidCredentials" },
      error: "grep failed",
    },
  ];
  for (const event of payloads) {
    const hook = async (more: Record<string, string>): Promise<string> => {
      const stdin = JSON.stringify({ ...event, session_id: crypto.randomUUID(), cwd: repo.root });
      const { code, stdout, stderr } = await runBinary(["hook"], {
        cwd: repo.root,
        env: { ...env, ...more },
        stdin,
      });
      assert.deepEqual({ code, stderr }, { code: 0, stderr: "" }, event.hook_event_name);
      return stdout;
    };
    const alone = await hook(ALONE);
    assert.match(alone, /auto-tools-context>.*src\//, event.hook_event_name);
    const before = standing.called();
    assert.equal(await hook({}), alone, event.hook_event_name);
    assert.ok(
      await eventually(() => standing.called() > before, 5000),
      `not asked: ${event.hook_event_name}`,
    );
  }
});

Deno.test("daemon: a prompt sees the files as they are", async () => {
  const { env } = shared;
  using repo = await indexed(env);
  const ask = (prompt: string): Promise<string> => hookContext(prompt, repo.root, { env });
  assert.match(await ask(QUESTION), /src\/orders\/refund\.ts/);
  repo.write(
    "src/orders/voucher.ts",
    "/** Issues a voucher. */\nexport function issueVoucher(order: Order) {}\n",
  );
  assert.match(await ask("Where is issueVoucher defined?"), /src\/orders\/voucher\.ts/);
  repo.write(
    "src/orders/voucher.ts",
    "\n\n\n/** Issues a voucher. */\nexport function issueVoucher(order: Order) {}\n",
  );
  assert.match(await ask("Where exactly is issueVoucher defined?"), /src\/orders\/voucher\.ts:[45]/);
  Deno.removeSync(`${repo.root}/src/orders/voucher.ts`);
  assert.doesNotMatch(await ask("Where is issueVoucher defined now?"), /voucher\.ts/);
  repo.git("checkout", "-q", "-b", "other");
  repo.git("mv", "src/orders/refund.ts", "src/orders/repayment.ts");
  repo.git("commit", "-q", "-m", "renamed");
  assert.match(await ask(QUESTION), /src\/orders\/repayment\.ts/);
  repo.git("checkout", "-q", "main");
  assert.match(await ask(`${QUESTION} Again.`), /src\/orders\/refund\.ts/);
});

Deno.test("daemon: what a session was given is not given again", async () => {
  const standing = shared;
  const { repo, env } = standing;
  const session = crypto.randomUUID();
  const first = await hookContext(QUESTION, repo.root, { env, session });
  const again = await hookContext(QUESTION, repo.root, { env, session });
  assert.ok(again.length < first.length / 2, `${first.length} characters, then ${again.length}`);
});

Deno.test("daemon: no secret, no file outside, no sensitive path", async () => {
  const key = ["AKIA", "IOSFODNN7", "EXAMPLE"].join("");
  const { env } = shared;
  using repo = await indexed(
    env,
    `${SHOP}
//- /src/orders/gateway.ts
/** Opens the payment gateway. */
export function openGateway() { return connect("${key}"); }
//- /.env
GATEWAY_PASSWORD=${key}
`,
  );
  Deno.symlinkSync("/etc/passwd", `${repo.root}/src/orders/gateway_users.ts`);
  const context = await hookContext("Where is openGateway defined, which gateway password?", repo.root, {
    env,
  });
  assert.match(context, /src\/orders\/gateway\.ts/);
  assert.doesNotMatch(context, new RegExp(`${key}|\\.env|root:x:`));
});

Deno.test("daemon: killed, stopped or closed, the prompt is answered without it", async () => {
  await using standing = await serveDaemon(SHOP, PATIENT);
  const { repo, env, process, socket } = standing;
  process.kill("SIGSTOP");
  assert.match(await hookContext(QUESTION, repo.root, { env }), /refund\.ts/);
  process.kill("SIGCONT");
  end(process);
  await process.status;
  assert.match(await hookContext(QUESTION, repo.root, { env }), /refund\.ts/);
  assert.throws(() => Deno.lstatSync(socket), "what it left behind is removed");
});

Deno.test("daemon: prompts that had no time cost the next ones nothing", async () => {
  const standing = shared;
  const { repo, env } = standing;
  for (const budget of ["50", "120", "200"]) {
    const hurried = { ...env, CI_AUTO_TOOLS_BUDGET_WALL_MS: budget };
    await runBinary(["hook"], { cwd: repo.root, env: hurried, stdin: payload(QUESTION, repo.root) });
  }
  // Whoever was left in the middle has to notice it first.
  await new Promise((resolve) => setTimeout(resolve, 500));
  const before = standing.called();
  assert.match(await hookContext(QUESTION, repo.root, { env }), /refund\.ts/);
  assert.ok(await eventually(() => standing.called() > before, 5000), "answered by the process itself");
});

Deno.test("daemon: twenty prompts at once are all answered", async () => {
  const standing = shared;
  const { repo, env } = standing;
  const contexts = await Promise.all(
    Array.from({ length: 20 }, () => hookContext(QUESTION, repo.root, { env })),
  );
  assert.deepEqual([...new Set(contexts)].length, 1);
  assert.match(contexts[0]!, /refund\.ts/);
});

Deno.test("daemon: ends when nobody came, and when its repository is gone", async () => {
  {
    await using standing = await serveDaemon(SHOP, { ...PATIENT, idleS: "1" });
    assert.equal((await standing.process.status).code, 0);
    assert.deepEqual(socketsIn(standing.home), []);
  }
  await using standing = await serveDaemon(SHOP, PATIENT);
  const { repo, process, home } = standing;
  Deno.renameSync(repo.root, `${repo.root}-gone`);
  let hasEnded = false;
  void process.status.then(() => hasEnded = true);
  const isOver = await eventually(() => hasEnded);
  Deno.renameSync(`${repo.root}-gone`, repo.root);
  assert.ok(isOver, "the daemon still runs");
  assert.deepEqual(socketsIn(home), []);
});

/** Another repository with an index. */
async function indexed(env: Record<string, string>, fixture = SHOP): Promise<Repo> {
  const repo = makeRepo(fixture);
  await runBinary(["index", repo.root], { env });
  return repo;
}

/** A repository that answers nothing that the shop does. */
const FARM = `
//- /src/herd/milking.py
"""Milks the herd."""
def milk_cows(herd):
    return [cow.milk() for cow in herd]
`;

/** Folders that a process watches; Linux only. */
function watchedFolders(pid: number): number {
  return [...Deno.readDirSync(`/proc/${pid}/fdinfo`)].flatMap(({ name }) => {
    try {
      return Deno.readTextFileSync(`/proc/${pid}/fdinfo/${name}`).match(/^inotify /gm) ?? [];
    } catch {
      return [];
    }
  }).length;
}
Deno.test("daemon: one process answers for two repositories, nothing of one in the other's prompts", async () => {
  const standing = shared;
  const { repo, env } = standing;
  using farm = await indexed(env, FARM);
  const rows = [
    [repo, "Where is the refund of an order calculated?", /refund\.ts/, /herd|cow/],
    [farm, "Where is milk_cows defined, and where is refundOrder?", /milking\.py/, /refund\.ts|src\/orders/],
    [repo, "Where is milk_cows defined, and where is refundOrder?", /refund\.ts/, /milking|herd/],
    [farm, "Where is milk_cows defined?", /milking\.py/, /src\/orders/],
  ] as const;
  for (const [{ root }, prompt, own, others] of rows) {
    const before = standing.called();
    const context = await hookContext(prompt, root, { env });
    assert.match(context, own);
    assert.doesNotMatch(context, others);
    assert.equal(context, await hookContext(prompt, root, { env: { ...env, ...ALONE } }));
    assert.ok(
      await eventually(() => standing.called() > before, 5000),
      `answered by the process itself: ${prompt}`,
    );
  }
  assert.equal(socketsIn(standing.home).length, 1);
});

Deno.test("daemon: a root that the environment names where it is started keeps no other out", async () => {
  await using standing = await serveDaemon(SHOP, { ...PATIENT, hasRoot: true });
  using farm = await indexed(standing.env, FARM);
  const before = standing.called();
  assert.match(
    await hookContext("Where is milk_cows defined?", farm.root, { env: standing.env }),
    /milking\.py/,
  );
  assert.ok(await eventually(() => standing.called() > before, 5000), "answered by the process itself");
});

Deno.test("daemon: a link from one served repository into the other leads nowhere", async () => {
  const standing = shared;
  const { repo, env } = standing;
  using farm = makeRepo(FARM);
  Deno.symlinkSync(`${repo.root}/src/orders`, `${farm.root}/src/orders`);
  Deno.symlinkSync(`${repo.root}/.devbooks`, `${farm.root}/.devbooks`);
  farm.git("add", "-A");
  await runBinary(["index", farm.root], { env });
  await hookContext(QUESTION, repo.root, { env });
  const before = standing.called();
  const context = await hookContext("Where is milk_cows defined, and where is refundOrder?", farm.root, {
    env,
  });
  assert.match(context, /milking\.py/);
  assert.doesNotMatch(context, /refund\.ts/);
  assert.ok(await eventually(() => standing.called() > before, 5000), "answered by the process itself");
});

Deno.test(
  "daemon: a repository that is gone is let go with its open files, the others are served",
  async () => {
    await using standing = await serveDaemon(SHOP, PATIENT);
    const { repo, env, process } = standing;
    using farm = await indexed(env, FARM);
    const isLinux = Deno.build.os === "linux";
    await hookContext(QUESTION, repo.root, { env });
    const folders = isLinux ? watchedFolders(process.pid) : 0;
    await hookContext("Where is milk_cows defined?", farm.root, { env });
    // ext, tmpfs, overlayfs.
    const isWatched = isLinux && [0xef53, 0x01021994, 0x794c7630].includes(fileSystemHere(farm.root));
    if (isLinux) {
      assert.ok(openBelow(farm.root, process.pid).length > 0 && openBelow(repo.root, process.pid).length > 0);
      const isMore = (): boolean => watchedFolders(process.pid) > folders;
      assert.ok(!isWatched || await eventually(isMore), "its tree is not watched");
    }
    Deno.renameSync(repo.root, `${repo.root}-gone`);
    if (isLinux) {
      const gone = `${repo.root}-gone`;
      assert.ok(await eventually(() => openBelow(gone, process.pid).length === 0), "its index is still open");
    }
    const before = standing.called();
    assert.match(await hookContext("Where is milk_cows defined now?", farm.root, { env }), /milking\.py/);
    assert.ok(await eventually(() => standing.called() > before, 5000), "answered by the process itself");
    Deno.renameSync(`${repo.root}-gone`, repo.root);
    const again = standing.called();
    assert.match(await hookContext(QUESTION, repo.root, { env }), /refund\.ts/);
    assert.ok(await eventually(() => standing.called() > again, 5000), "it is not taken on again");
  },
);

Deno.test("daemon: a repository has its own idle time", async () => {
  const standing = shared;
  const { repo, env } = standing;
  using farm = await indexed(env, FARM);
  // The environment would win over the settings of the root.
  const { CI_AUTO_TOOLS_DAEMON_IDLE_S: _, ...own } = env;
  farm.write("config/auto-tools.yaml", "daemon:\n  idle_s: 0\n");
  const before = standing.called();
  assert.match(await hookContext("Where is milk_cows defined?", farm.root, { env: own }), /milking\.py/);
  assert.equal(standing.called(), before, "its settings want no daemon");
  assert.match(await hookContext(QUESTION, repo.root, { env }), /refund\.ts/);
});

Deno.test("daemon: a folder that must not be served is not, whatever a caller says", async () => {
  const { repo, home, env, process, socket } = shared;
  using farm = await indexed(env, FARM);
  using none = makeRepo(FARM, { git: false });
  using unindexed = makeRepo(FARM);
  const link = `${home}/link`;
  Deno.symlinkSync(farm.root, link);
  for (
    const root of [link, `${farm.root}/`, `${farm.root}/src`, none.root, unindexed.root, home, "/", "", 7]
  ) {
    assert.equal(await servedOver(socket, root), NOT_SERVED, `${root}`);
    assert.equal(openBelow(farm.root, process.pid).length, 0, `${root}`);
  }
  if (Deno.uid() === 0) {
    Deno.chownSync(farm.root, 65534, 65534);
    assert.equal(await servedOver(socket, farm.root), NOT_SERVED, "another user's");
    Deno.chownSync(farm.root, 0, 0);
  }
  assert.match(await servedOver(socket, farm.root), /running|found/);
  assert.match(await servedOver(socket, repo.root), /running|found/);
});

const NOT_SERVED = '{"type":"alone"}';

/** What the daemon says to a caller that asks about a root, after its greeting. */
async function servedOver(socket: string, root: unknown): Promise<string> {
  using connection = await Deno.connect({ transport: "unix", path: socket });
  const facts = { rootSource: "git", isGit: true };
  const opening = {
    type: "plan",
    root,
    facts,
    plan: planOf("ci_search"),
    rules: { exclude: [], ttlMs: 0 },
    elapsedMs: 0,
  };
  await connection.write(new TextEncoder().encode(`${JSON.stringify(opening)}\n`));
  let heard = "";
  for await (const line of linesOf(connection, 1e7)) {
    if (!/"ready"|"working"/.test(line)) heard += line;
    if (heard !== "") break;
  }
  return heard;
}

Deno.test("daemon: another process takes its place, what a killed one left is removed", async () => {
  await using standing = await serveDaemon(SHOP, PATIENT);
  const { repo, env, home, process, socket } = standing;
  const lost = `${socket.slice(0, socket.lastIndexOf("/"))}/0123abcd`;
  Deno.listen({ transport: "unix", path: lost }).close();
  Deno.removeSync(socket);
  const options = { clearEnv: true, env, stdout: "null", stderr: "null" } as const;
  const other = new Deno.Command(BINARY, { ...options, args: ["daemon", repo.root] }).spawn();
  assert.equal((await process.status).code, 0, "the first one gave way");
  assert.ok(await eventually(() => socketsIn(home).join() === socket), socketsIn(home).join());
  const before = standing.called();
  assert.match(await hookContext(QUESTION, repo.root, { env }), /refund\.ts/);
  assert.ok(await eventually(() => standing.called() > before, 5000), "answered by the process itself");
  end(other);
  await other.status;
});

Deno.test("daemon: of several that are started at once one goes on, and serves the others' repositories", async () => {
  const home = Deno.realPathSync(Deno.makeTempDirSync({ prefix: "auto-tools-home-" }));
  const env = { PATH: Deno.env.get("PATH") ?? "", HOME: home, CI_AUTO_TOOLS_DAEMON_IDLE_S: "60" };
  using shop = await indexed(env);
  using farm = await indexed(env, FARM);
  const options = { clearEnv: true, env, stdout: "null", stderr: "null" } as const;
  const start = ({ root }: Repo): Deno.ChildProcess =>
    new Deno.Command(BINARY, { ...options, args: ["daemon", root] }).spawn();
  const started = [shop, shop, farm, shop].map(start);
  const left = new Set(started);
  for (const one of started) void one.status.then(() => left.delete(one));
  assert.ok(await eventually(() => socketsIn(home).length === 1, 120_000), "no daemon runs");
  assert.ok(await eventually(() => left.size === 1), `${left.size} of them go on`);
  const [{ pid }] = [...left] as [Deno.ChildProcess];
  for (const one of [farm, shop]) {
    const late = start(one);
    assert.equal((await late.status).code, 0, "one that finds a daemon tells it, and ends");
    if (Deno.build.os === "linux") {
      assert.ok(await eventually(() => openBelow(one.root, pid).length > 0), one.root);
    }
  }
  for (const one of started) end(one);
  await Promise.all(started.map((one) => one.status));
  removeTree(home);
});

Deno.test("daemon: a prompt in a larger repository has it started, and none is where the settings say so", async () => {
  using repo = makeRepo(SHOP);
  for (let i = 0; i < 320; i++) repo.write(`notes/${i}.md`, `# Note ${i}\n`);
  const home = Deno.realPathSync(Deno.makeTempDirSync({ prefix: "auto-tools-home-" }));
  const env = { HOME: home, CI_AUTO_TOOLS_DAEMON_IDLE_S: "2" };
  await runBinary(["index"], { cwd: repo.root, env });
  await hookContext(QUESTION, repo.root, { env: { ...env, ...ALONE } });
  // One starts beside the hook before the hook ends, and has its process by then.
  assert.ok(!await eventually(() => socketsIn(home).length > 0, 1500), "one was started all the same");
  await hookContext(QUESTION, repo.root, { env });
  assert.ok(await eventually(() => socketsIn(home).length > 0), "none was started");
  assert.ok(await eventually(() => socketsIn(home).length === 0), "it does not end");
  Deno.removeSync(home, { recursive: true });
});

Deno.test("daemon: the question is embedded too, and a provider that hangs costs nothing but itself", async () => {
  const hanging = Promise.withResolvers<void>();
  let isHanging = false;
  await using provider = startProvider(async (request) => {
    if (isHanging) await hanging.promise;
    const embeddings = inputsOf(request).map((text) =>
      Array.from(embedText(text.replaceAll(/reimbursement/gi, "refund")))
    );
    return Response.json({ model: request.body["model"], embeddings, prompt_eval_count: 1 });
  });
  const settings = `${PATIENT_SETTINGS}embedding:\n  timeout_ms: 8000\n`;
  await using standing = await serveDaemon(SHOP, { settings });
  const { repo } = standing;
  const env = { ...standing.env, OLLAMA_HOST: `127.0.0.1:${provider.port}` };
  await runBinary(["index", "--semantic"], { cwd: repo.root, env });
  const prompt = "Where is the reimbursement of an order calculated?";
  const alone = await hookContext(prompt, repo.root, { env: { ...env, ...ALONE } });
  const [before, asked] = [standing.called(), provider.seen.length];
  assert.equal(await hookContext(prompt, repo.root, { env }), alone);
  assert.match(alone, /src\/orders\/refund\.ts/);
  assert.equal(provider.seen.length, asked + 1, "the question was not embedded");
  assert.ok(await eventually(() => standing.called() > before, 5000), "answered by the process itself");
  isHanging = true;
  const words = await hookContext("Where is loginUser implemented?", repo.root, { env });
  assert.match(words, /src\/auth\/login\.ts/);
  isHanging = false;
  hanging.resolve();
  end(standing.process);
  await standing.process.status;
  const [sent, noted] = [provider.seen.length, modelsAsked(repo.root)];
  const silent = leaveOnceEmbedded(standing);
  assert.equal(await hookContext(prompt, repo.root, { env }), alone);
  await silent;
  assert.equal(provider.seen.length, sent + 2, "embedded for the daemon, then for the process itself");
  assert.equal(modelsAsked(repo.root), noted + 1);
});

/** How often the timeline says that a model was asked. */
function modelsAsked(root: string): number {
  const timeline = Deno.readTextFileSync(`${root}/.devbooks/cache/auto-tools/timeline.jsonl`);
  return timeline.match(/"event":"model:asked"/g)?.length ?? 0;
}

/** Takes a daemon's place for one prompt: waits for the question's vector, then leaves without an answer. */
async function leaveOnceEmbedded({ socket }: Standing): Promise<void> {
  Deno.removeSync(socket);
  const key = Deno.readTextFileSync(`${socket.slice(0, socket.lastIndexOf("/"))}/key`);
  using listener = Deno.listen({ transport: "unix", path: socket });
  using connection = await listener.accept();
  const reported = [{ type: "ready", key }, { type: "planned", waitedMs: 60_000 }, { type: "embed" }];
  await connection.write(
    new TextEncoder().encode(reported.map((one) => `${JSON.stringify(one)}\n`).join("")),
  );
  let heard = "";
  for await (const chunk of connection.readable) {
    heard += new TextDecoder().decode(chunk);
    if (heard.includes('"type":"vector"')) break;
  }
}

Deno.test("daemon: its door answers as the hook does, to those who know its secret and share its environment", async () => {
  await using standing = await serveDaemon(SHOP, PATIENT);
  const { repo, env } = standing;
  const session_id = crypto.randomUUID();
  const run = (args: string[], more: Record<string, string>, stdin = ""): Promise<{ stdout: string }> =>
    runBinary(args, { cwd: repo.root, env: { ...env, ...more }, stdin });
  const { door } = JSON.parse((await run(["daemon", "--door", repo.root], {})).stdout);
  const ask = (stdin: string, { key = door.key, environment = door.environment } = {}) =>
    overSocket(door.address, { token: key, body: JSON.stringify({ environment, payload: stdin }) });
  const failed = {
    hook_event_name: "PostToolUseFailure",
    tool_name: "Grep",
    tool_input: { pattern: "loginUser" },
    error: "grep failed",
  };
  const agent = { hook_event_name: "PreToolUse", tool_name: "Agent", tool_input: { prompt: QUESTION } };
  for (
    const stdin of [
      JSON.stringify({ ...failed, session_id, cwd: repo.root }),
      payload(QUESTION, repo.root, { session_id }),
      payload("thanks a lot", repo.root, { session_id }),
      JSON.stringify({ ...agent, session_id, cwd: repo.root }),
    ]
  ) {
    const alone = (await run(["hook"], ALONE, stdin.replace(session_id, crypto.randomUUID()))).stdout;
    assert.deepEqual(await ask(stdin), { status: 200, text: alone });
  }
  const again = payload(QUESTION, repo.root, { session_id });
  assert.notDeepEqual(
    (await ask(again)).text,
    (await run(["hook"], ALONE, payload(QUESTION, repo.root))).stdout,
  );
  assert.deepEqual(await overSocket(door.address, {}), {
    status: 200,
    text: JSON.stringify({ key: door.key }),
  });
  assert.deepEqual(await ask(again, { key: "0".repeat(64) }), { status: 403, text: "" });
  assert.deepEqual(await ask(again, { environment: "[]" }), { status: 409, text: "" });
  const elsewhere = payload(QUESTION, "/", { session_id });
  assert.deepEqual(await ask(elsewhere), { status: 409, text: "" });
  for (const body of ["", "[]", "{", '{"environment":1}']) {
    assert.equal((await overSocket(door.address, { token: door.key, body })).status, 409, body);
  }
  // A hook has to ask the model that the user named, so the door is not for this user's prompts.
  const named = { CI_AUTO_TOOLS_EMBEDDING_PROVIDER: "ollama", OLLAMA_HOST: "http://127.0.0.1:9" };
  assert.equal(JSON.parse((await run(["daemon", "--door", repo.root], named)).stdout).door, undefined);
});

Deno.test("daemon: commands and MCP calls are answered by it too, with the same bytes", lenient, async () => {
  await using standing = await serveDaemon(SHOP, PATIENT);
  const { repo, env } = standing;
  repo.write(
    "src/db/users.ts",
    "export async function findUser(id: number): Promise<User> { return await one(id); }\n",
  );
  const commands = [
    ["search", "--json", "--limit", "40", "登录的密码在哪里检查"],
    ["locate", "InvalidCredentials: the password is wrong"],
    ["chain", "refundOrder"],
    ["impact", "--json"],
    ["chain", "noSuchFunction"],
  ];
  for (const command of commands) {
    const received = async (more: Record<string, string>): Promise<string> => {
      const { code, stdout, stderr } = await runBinary(command, { cwd: repo.root, env: { ...env, ...more } });
      return `${code}\n${stdout.replaceAll(/\d+ ms/g, "N ms")}\n${stderr}`;
    };
    const alone = await received(ALONE);
    const before = standing.called();
    assert.equal(await received({}), alone, command.join(" "));
    assert.ok(await eventually(() => standing.called() > before, 5000), `not asked: ${command.join(" ")}`);
  }
  const tools: readonly (readonly [name: string, args: Record<string, unknown>])[] = [
    ["ci_search", { query: "登录的密码在哪里检查" }],
    ["ci_call_chain", { symbol: "refundOrder" }],
    ["ci_impact", {}],
  ];
  await using warm = await mcpClient(repo.root, env);
  await using cold = await mcpClient(repo.root, { ...env, ...ALONE });
  for (const [name, args] of tools) {
    const alone = await cold.call(name, args);
    const before = standing.called();
    assert.equal(await warm.call(name, args), alone, name);
    assert.ok(await eventually(() => standing.called() > before, 5000), `not asked: ${name}`);
  }
  standing.process.kill("SIGSTOP");
  const { stdout } = await runBinary(commands[0]!, { cwd: repo.root, env });
  assert.match(stdout, /login\.ts/, "it does not reply");
  assert.match(await warm.call(...tools[0]!), /login\.ts/, "it does not reply to an MCP server");
  standing.process.kill("SIGCONT");
  end(standing.process);
  assert.match(await warm.call(...tools[0]!), /login\.ts/, "it is gone");
});

/** An MCP server and what it answers to calls, as JSON. */
async function mcpClient(
  cwd: string,
  env: Record<string, string>,
): Promise<AsyncDisposable & { call(name: string, args: Record<string, unknown>): Promise<string> }> {
  const client = new Client({ name: "test", version: "1" });
  await client.connect(new StdioClientTransport({ command: BINARY, args: ["mcp"], cwd, env }));
  return {
    call: async (name, args) => JSON.stringify(await client.callTool({ name, arguments: args })),
    [Symbol.asyncDispose]: () => client.close(),
  };
}

/** POST with a token, else GET. */
function overSocket(
  socketPath: string,
  { token, body }: { readonly token?: string; readonly body?: string },
): Promise<{ status: number | undefined; text: string }> {
  const { promise, resolve, reject } = Promise.withResolvers<{ status: number | undefined; text: string }>();
  const headers = { connection: "close", ...(token && { authorization: `Bearer ${token}` }) };
  const call = request({ socketPath, path: "/", method: token ? "POST" : "GET", headers }, (reply) => {
    let text = "";
    reply.setEncoding("utf8").on("data", (part) => text += part);
    reply.on("end", () => resolve({ status: reply.statusCode, text }));
  });
  call.on("error", reject).end(body);
  return promise;
}
