import assert from "node:assert/strict";
// @ts-types="@modelcontextprotocol/sdk/client/index"
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
// @ts-types="@modelcontextprotocol/sdk/client/stdio"
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { BINARY, hookContext, runBinary } from "../support/binary.ts";
import type { Ended } from "../support/processes.ts";
import type { Behaviour } from "../support/fake_ckb.ts";
import { INJECTION, SECRET } from "../support/fake_ckb.ts";
import type { FakeHttp } from "../support/fake_ckb_http.ts";
import { serveCkb } from "../support/fake_ckb_http.ts";
import type { Repo } from "../support/fixture.ts";
import { makeRepo } from "../support/fixture.ts";
import { variants } from "../support/long_test.ts";
import { SHOP } from "../support/shop.ts";

/** A CKB server named in the user's own file answers for our tools, in the compiled program and its permissions. */

const PROMPT = "Show me the call chain of `findUser` in src/db/users.ts, deep analysis please";
/** The call that only the server knows. */
const ONLY_CKB = /src\/orders\/refund\.ts:\d+.*refundOrder.*calls findUser \(by ckb\)/;
const PATIENT = "tools:\n  ci_call_chain: { timeout_ms: 20000 }\n  ci_impact: { timeout_ms: 20000 }\n" +
  "  ci_hotspot: { timeout_ms: 20000 }\nbudget: { wall_ms: 40000 }\n";

ckbTest("its call chain reaches the hook's context", "good", async (user) => {
  assert.match(await user.hook(), ONLY_CKB);
});

ckbTest("its answers are the kernel's structured data, without a fallback for it", "good", async (user) => {
  const document = await user.kernel();
  assert.equal(document.callChain?.source, "ckb");
  assert.equal(document.callChain?.callers?.children.length, 2);
  assert.notEqual(
    document.fallback?.reason,
    "ckb_unavailable",
    document.fused_context.for_user.limits_text,
  );
});

ckbTest("each mapped tool asks for what it needs, read-only, in the repository", "good", async (user) => {
  const chain = JSON.parse((await user.run("chain", "findUser", "--trace-usage", "--json")).stdout);
  assert.deepEqual(chain.usage[0].steps.map((step: { symbol: string }) => step.symbol), [
    "loginUser",
    "findUser",
  ]);
  // The built-in engine knows the range and the line of the call.
  assert.deepEqual([chain.callers.children[0].line, chain.callers.children[0].end_line], [5, 8]);
  const impact = JSON.parse((await user.run("impact", "findUser", "--json")).stdout);
  assert.deepEqual(impact.references, [{ path: "src/auth/login.ts", lines: [5] }]);
  assert.match(impact.limits.join("\n"), /not in this repository: 1 place named by ckb/);
  const { hotspots } = JSON.parse((await user.run("hotspots", "--json")).stdout);
  assert.deepEqual(hotspots.map((row: { path: string; commits: number }) => [row.path, row.commits]), [
    ["src/parser/config.py", 42],
  ]);
  const calls = user.log();
  const tools = new Set(calls.filter(({ method }) => method === "tools/call").map(({ tool }) => tool));
  assert.deepEqual(
    [...tools].sort(),
    ["findReferences", "getCallGraph", "getHotspots", "searchSymbols", "traceUsage"],
  );
  for (const { cwd, env } of calls) {
    assert.equal(cwd, user.repo.root);
    assert.ok(!env.some((name) => /^CI_|KEY|TOKEN/.test(name)), env.join());
  }
});

ckbTest("prompts that need none of its tools do not start it", "good", async (user) => {
  assert.notEqual(
    await hookContext("Where is `parse_config` defined?", user.repo.root, { env: user.env }),
    "",
  );
  assert.deepEqual(user.log(), []);
});

ckbTest("ci_graph_rag asks it when the user chose so", "good", async (user) => {
  const { stdout } = await user.run("graph", "where is findUser defined", "--json");
  const { graphContext } = JSON.parse(stdout);
  assert.equal(graphContext.source, "keyword+graph+ckb");
  const reasons = graphContext.candidates.map((one: { reason: string }) => one.reason);
  assert.ok(reasons.some((reason: string) => /\(by ckb\)$/.test(reason)), reasons.join());
}, { more: "  tools: [ci_graph_rag]\n", tools: "  ci_graph_rag: { timeout_ms: 20000 }\n" });

const FAULTS: readonly (readonly [Behaviour, RegExp])[] = [
  ["hang", /no answer within: \d+ ms/],
  ["error", /an error: searchSymbols/],
  ["slow", /no answer within: \d+ ms/],
  ["dies", /it ended/],
  ["wrong", /an answer of another form: searchSymbols/],
  ["empty", /it does not know the symbol/],
  ["flood", /it ended|its output was larger than every bound|no answer within/],
];
for (const [behaviour, why] of variants(FAULTS, 2)) {
  ckbTest(`${behaviour}: the built-in engine answers and the limits say why`, behaviour, async (user) => {
    const document = await user.kernel();
    assert.equal(document.fallback?.reason, "ckb_unavailable");
    const limits: string = document.fused_context.for_user.limits_text;
    assert.match(limits, new RegExp(`ckb unavailable: .*${why.source}.*; the built-in engine answered`));
    assert.equal(document.callChain?.source, undefined);
    assert.equal(document.callChain?.callers?.children[0]?.symbol, "loginUser");
    assert.match(document.fused_context.for_model.additional_context, /loginUser/);
    assert.ok(!JSON.stringify(document).includes(INJECTION));
  }, { timeout: behaviour === "hang" || behaviour === "slow" ? 700 : 6000 });
}

ckbTest("a server that was waited for in vain is not asked by the next tool", "slow", async (user) => {
  const document = await user.kernel();
  const tools = document.tool_results.map(({ tool }) => tool);
  assert.ok(tools.includes("ci_call_chain") && tools.includes("ci_impact"), tools.join());
  assert.equal(user.log().filter(({ method }) => method === "tools/call").length, 1);
}, { timeout: 700 });

ckbTest("hostile: only names that stand in the named files are shown", "hostile", async (user) => {
  const text = JSON.stringify(await user.kernel()) + await user.hook();
  for (const word of [INJECTION, SECRET, "/etc/passwd", ".env", "PASSWORD", "xxxxxxxx"]) {
    assert.ok(!text.includes(word), word);
  }
  assert.match(text, ONLY_CKB);
  assert.equal(text.split("</auto-tools-context>").length, 3, "one end per block");
  // It asked this client for a model's answer and for its roots and got neither: it was offered nothing.
  assert.ok(user.log().every(({ method }) => method !== "sampling/createMessage"));
});

ckbTest("absent: said at once, and nothing is waited for", undefined, async (user) => {
  const document = await user.kernel();
  assert.equal(document.fallback?.reason, "ckb_unavailable");
  assert.match(
    document.fused_context.for_user.limits_text,
    /ckb unavailable: cannot start ckb: not found on PATH/,
  );
});

ckbTest("a server that ignores signals is gone when the hook ends", "deaf", async (user) => {
  assert.match(await user.hook(), ONLY_CKB);
  const pid = user.log()[0]?.pid;
  assert.ok(pid !== undefined && pid > 0);
  await assertGone(pid);
});

ckbTest("a project file names no server", "good", async (user) => {
  user.repo.write("config/auto-tools.yaml", "ckb:\n  server: ckb\n  timeout_ms: 9000\n");
  const { stdout } = await user.run("--prompt", PROMPT, "--format", "json");
  assert.match(stdout, /ignored from the project file: ckb\.server \(config\/auto-tools\.yaml:2\)/);
  assert.deepEqual(user.log(), []);
}, { config: "" });

ckbTest("what is no server is not started, and the limits say so", "good", async (user) => {
  const file = `${user.env["HOME"]}/.config/auto-tools/auto-tools.yaml`;
  const servers = [
    "sh",
    "http://example.com/mcp",
    "/bin/sh",
    "git",
    "file:///bin/sh",
    "https://u:p@example.com",
  ];
  for (const server of variants(servers, 2)) {
    Deno.writeTextFileSync(file, `ckb:\n  server: ${server}\n${PATIENT}`);
    const document = await user.kernel();
    assert.equal(document.fallback?.reason, "ckb_unavailable", server);
    assert.match(
      document.fused_context.for_user.limits_text,
      /ckb unavailable: ckb\.server (is neither|has to be|holds)/,
      server,
    );
  }
});

for (const json of variants([false, true], 1)) {
  Deno.test(`ckb: over streamable HTTP, ${json ? "as JSON" : "as events"}, with a token`, async () => {
    await using server = serveCkb({ json, token: "Bearer not-a-secret" });
    using user = makeUser("good", { config: `ckb:\n  server: ${server.url}\n  timeout_ms: 8000\n` });
    user.env["CI_AUTO_TOOLS_CKB_TOKEN"] = "not-a-secret";
    assert.match(await user.hook(), ONLY_CKB);
    assert.ok(server.tools.includes("getCallGraph"));
    assert.deepEqual(user.log(), []);
  });
}

Deno.test("ckb: over HTTP it is refused, gone, huge or sends elsewhere: the built-in engine answers", async () => {
  await using elsewhere = serveCkb({});
  await using server = serveCkb({ token: "Bearer other" });
  await using redirecting = serveCkb({ redirect: elsewhere.url });
  await using huge = serveCkb({ huge: true });
  const faults: readonly (readonly [string, RegExp])[] = [
    [server.url, /refused: HTTP 401/],
    ["http://127.0.0.1:9/mcp", /it cannot be reached/],
    [redirecting.url, /refused: HTTP 307|it cannot be reached/],
    [huge.url, /it cannot be reached|no answer within/],
  ];
  for (const [url, why] of variants(faults, 2)) {
    using user = makeUser("good", { config: `ckb:\n  server: ${url}\n  timeout_ms: 4000\n` });
    const document = await user.kernel();
    assert.equal(document.fallback?.reason, "ckb_unavailable", url);
    assert.match(document.fused_context.for_user.limits_text, why, url);
  }
  assert.deepEqual(elsewhere.requests, 0);
});

ckbTest("the doctor says whether it answers", "good", async (user) => {
  assert.match((await user.run("doctor")).stdout, /^ok +ckb +ckb answered in \d+ ms$/m);
  Deno.removeSync(`${user.env["HOME"]}/bin/ckb`);
  assert.match((await user.run("doctor")).stdout, /^FAIL ckb +ckb: cannot start ckb: not found on PATH$/m);
});

for (const over of variants(["stdio", "http"] as const, 1)) {
  agentTest(`hands its answers on, over ${over}, call after call`, "good", async (client, user) => {
    for (let turn = 0; turn < 2; turn++) {
      const answer = await client.callTool({ name: "ci_call_chain", arguments: { symbol: "findUser" } });
      assert.match(JSON.stringify(answer), /refundOrder/);
    }
    assert.equal(user.log().length > 0, over === "stdio");
  }, over === "http");
}

agentTest(
  "opens a new session where the server forgot the old one",
  "good",
  async (client) => {
    for (let turn = 0; turn < 4; turn++) {
      const answer = await client.callTool({ name: "ci_call_chain", arguments: { symbol: "findUser" } });
      assert.match(JSON.stringify(answer), /refundOrder/, `call ${turn + 1}`);
    }
  },
  true,
  { sessionLasts: 5 },
);

agentTest("ends it when the agent cancels the call", "slow", async (client, user) => {
  const cancel = new AbortController();
  const call = client.callTool({ name: "ci_call_chain", arguments: { symbol: "findUser" } }, undefined, {
    signal: cancel.signal,
  });
  call.catch(() => {});
  while (user.log().length < 3) await new Promise((done) => setTimeout(done, 20));
  cancel.abort();
  await assert.rejects(call);
  await assertGone(user.log()[0]?.pid ?? 0);
});

interface Document {
  readonly tool_results: readonly { readonly tool: string }[];
  readonly fallback?: { readonly reason: string };
  readonly callChain?: {
    readonly source?: string;
    readonly callers?: { readonly children: readonly { readonly symbol: string }[] };
  };
  readonly fused_context: {
    readonly for_model: { readonly additional_context: string };
    readonly for_user: { readonly limits_text: string };
  };
}

interface User extends Disposable {
  readonly repo: Repo;
  readonly env: Record<string, string>;
  run(...args: string[]): Promise<Ended>;
  hook(): Promise<string>;
  kernel(): Promise<Document>;
  /** What the server was asked; empty when it never ran. */
  log(): { pid: number; method: string; tool: string; cwd: string; env: string[] }[];
}

interface UserOptions {
  /** The user's file; default: the program `ckb`. */
  readonly config?: string;
  /** More lines below `ckb:` and below `tools:`. */
  readonly more?: string;
  readonly tools?: string;
  readonly timeout?: number;
}

/** A user whose PATH holds a `ckb` of that behaviour, or none. */
function makeUser(behaviour: Behaviour | undefined, options: UserOptions = {}): User {
  const repo = makeRepo(SHOP);
  const home = Deno.makeTempDirSync({ prefix: "auto-tools-ckb-" });
  for (const folder of ["bin", ".config/auto-tools"]) {
    Deno.mkdirSync(`${home}/${folder}`, { recursive: true });
  }
  const { timeout = 8000, more = "", tools = "" } = options;
  const config = options.config ?? `ckb:\n  server: ckb\n  timeout_ms: ${timeout}\n${more}`;
  const patient = PATIENT.replace("budget:", `${tools}budget:`);
  Deno.writeTextFileSync(`${home}/.config/auto-tools/auto-tools.yaml`, config + patient);
  if (behaviour !== undefined) {
    const fake = new URL("../support/fake_ckb.ts", import.meta.url).pathname;
    const script =
      `#!/bin/sh\nexec '${Deno.execPath()}' run -A --no-check '${fake}' ${behaviour} '${home}/log'\n`;
    Deno.writeTextFileSync(`${home}/bin/ckb`, script, { mode: 0o755 });
  }
  const env = { HOME: home, PATH: `${home}/bin:/usr/local/bin:/usr/bin:/bin`, DENO_DIR: `${home}/deno` };
  const run = (...args: string[]): Promise<Ended> => runBinary(args, { cwd: repo.root, env });
  let isIndexed = false;
  return {
    repo,
    env,
    run,
    hook: () => hookContext(PROMPT, repo.root, { env }),
    kernel: async () => {
      // Without an index the graph has a reason of its own to fall back.
      if (!isIndexed) await run("index");
      isIndexed = true;
      return JSON.parse((await run("--prompt", PROMPT, "--format", "json")).stdout);
    },
    log: () => readLog(`${home}/log`),
    [Symbol.dispose]: () => {
      repo[Symbol.dispose]();
      Deno.removeSync(home, { recursive: true });
    },
  };
}

function readLog(path: string): ReturnType<User["log"]> {
  try {
    return Deno.readTextFileSync(path).trim().split("\n").map((line) => JSON.parse(line));
  } catch {
    return [];
  }
}

/** The kernel may need a moment to take a killed process away. */
async function assertGone(pid: number): Promise<void> {
  const running = (): boolean => {
    try {
      return !/^State:\s+Z/m.test(Deno.readTextFileSync(`/proc/${pid}/status`));
    } catch {
      return false;
    }
  };
  for (let attempt = 0; attempt < 40 && running(); attempt++) {
    await new Promise((done) => setTimeout(done, 50));
  }
  assert.ok(!running(), `still running: ${pid}`);
}

function ckbTest(
  name: string,
  behaviour: Behaviour | undefined,
  act: (user: User) => Promise<void>,
  options: UserOptions = {},
): void {
  Deno.test(`ckb: ${name}`, async () => {
    using user = makeUser(behaviour, options);
    await act(user);
  });
}

/** Our MCP server, with an agent on its other side; nothing of the CKB server outlives it. */
function agentTest(
  name: string,
  behaviour: Behaviour,
  act: (client: Client, user: User) => Promise<void>,
  overHttp = false,
  http: FakeHttp = {},
): void {
  const fn = async (): Promise<void> => {
    await using server = serveCkb(http);
    const config = overHttp ? { config: `ckb:\n  server: ${server.url}\n  timeout_ms: 8000\n` } : {};
    using user = makeUser(behaviour, config);
    const client = new Client({ name: "test", version: "1" }, { capabilities: {} });
    await client.connect(
      new StdioClientTransport({ command: BINARY, args: ["mcp"], cwd: user.repo.root, env: user.env }),
    );
    await act(client, user).finally(() => client.close());
    for (const { pid } of user.log()) await assertGone(pid);
  };
  // The SDK's own client leaves a timer behind when it closes.
  Deno.test({ name: `ckb: our MCP server ${name}`, sanitizeOps: false, sanitizeResources: false, fn });
}
