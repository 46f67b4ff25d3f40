import assert from "node:assert/strict";
// @ts-types="@modelcontextprotocol/sdk/client/index"
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
// @ts-types="@modelcontextprotocol/sdk/client/stdio"
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
// @ts-types="@modelcontextprotocol/sdk/types"
import { ListRootsRequestSchema } from "@modelcontextprotocol/sdk/types.js";
import type { Workspace } from "../clients/support/workspace.ts";
import { makeWorkspace, program } from "../clients/support/workspace.ts";

/** `auto-tools mcp` as a client of the official SDK sees it: roots, bounds, cancellation, hostile arguments. */

interface Answer {
  readonly isError?: boolean;
  readonly content: { text: string }[];
  readonly structuredContent?: {
    items: { path: string; symbol?: string; claim?: string }[];
    limits: string[];
    status: string;
  };
}

serverTest(
  "it works in the folder it was started in, when the client has no roots",
  undefined,
  async (client) => {
    const answer = await search(client, { query: "rotate_session_token" });
    assert.equal(answer.structuredContent?.items[0]?.path, "src/session.py");
  },
);

serverTest(
  "it works in the client's root, and in another after the client changed it",
  ["a"],
  async (client, session) => {
    const before = await search(client, { query: "alpha_marker" });
    assert.deepEqual(before.structuredContent?.items.map(({ path }) => path), ["alpha.py"]);
    assert.deepEqual((await search(client, { query: "beta_marker" })).structuredContent?.items, []);
    session.roots = ["b"];
    await client.sendRootsListChanged();
    const after = await search(client, { query: "beta_marker" });
    assert.deepEqual(after.structuredContent?.items.map(({ path }) => path), ["beta.py"]);
  },
);

serverTest(
  "of several roots the first is meant, or the one that is named",
  ["a", "b"],
  async (client, session) => {
    assert.equal((await search(client, { query: "alpha_marker" })).structuredContent?.items.length, 1);
    const named = await search(client, { query: "beta_marker", workspace: "b" });
    assert.equal(named.structuredContent?.items.length, 1);
    const whole = await search(client, { query: "beta_marker", workspace: `${session.workspace.folder}/b` });
    assert.equal(whole.structuredContent?.items.length, 1);
  },
);

serverTest("no folder outside of the client's roots is read", ["a"], async (client, session) => {
  for (
    const workspace of [
      "..",
      "/",
      "/etc",
      `${session.workspace.folder}/b`,
      `${session.workspace.folder}/a/../b`,
    ]
  ) {
    const answer = await search(client, { query: "beta_marker", workspace });
    assert.equal(answer.isError, true, workspace);
    assert.match(answer.content[0]?.text ?? "", /no folder of the workspace is called/);
  }
});

serverTest("the index is built beside the first call", ["a"], async (client, { workspace }) => {
  await search(client, { query: "alpha_marker" });
  const isWhole = (): boolean => {
    try {
      return Deno.readFileSync(`${workspace.folder}/a/.devbooks/cache/auto-tools/symbols-2.bin`)[0] === 1;
    } catch {
      return false;
    }
  };
  const deadline = performance.now() + 60_000;
  while (!isWhole() && performance.now() < deadline) await new Promise((resolve) => setTimeout(resolve, 100));
  assert.ok(isWhole(), "nobody built the index");
  const answer = await search(client, { query: "alpha_marker" });
  assert.equal(answer.structuredContent?.items[0]?.path, "alpha.py");
}, { isOnPath: true });

serverTest(
  "call after call sees the files as they are, side by side too",
  ["a"],
  async (client, { workspace }) => {
    const cwd = `${workspace.folder}/a`;
    await new Deno.Command(await program(), { args: ["index"], cwd, env: workspace.env }).output();
    for (const round of [1, 2, 3, 4]) {
      await Deno.writeTextFile(
        `${workspace.folder}/a/alpha.py`,
        `def marker_${round}():\n    return ${round}\n`,
      );
      const answer = await search(client, { query: `marker_${round}` });
      assert.equal(answer.structuredContent?.items[0]?.symbol, `marker_${round}`);
    }
    await Deno.remove(`${workspace.folder}/a/alpha.py`);
    assert.deepEqual((await search(client, { query: "marker_4" })).structuredContent?.items, []);
    await Deno.writeTextFile(`${workspace.folder}/a/more.py`, "def more_markers():\n    return 1\n");
    const many = await Promise.all([1, 2, 3, 4].map(() => search(client, { query: "more_markers" })));
    for (const one of many) assert.equal(one.structuredContent?.items[0]?.path, "more.py");
  },
);

serverTest("a file written after the start is found", ["a"], async (client, session) => {
  await search(client, { query: "alpha_marker" });
  await Deno.writeTextFile(`${session.workspace.folder}/a/late.py`, "def late_marker():\n    return 1\n");
  const answer = await search(client, { query: "late_marker" });
  assert.equal(answer.structuredContent?.items[0]?.path, "late.py");
});

serverTest("arguments beyond the bounds are clamped and said", ["a"], async (client) => {
  for (const [limit, fit] of [[1e9, 10], [-5, 1], [0, 1], [2.7, 2]]) {
    const { structuredContent } = await search(client, { query: "alpha_marker", limit });
    assert.ok(structuredContent?.limits.includes(`limit clamped to ${fit}`), `limit ${limit}`);
  }
  const long = await search(client, { query: "alpha_marker ".repeat(2_000) });
  assert.ok(long.structuredContent?.limits.includes("query clamped to 4000"));
});

serverTest("search keeps to a path, a language and a kind", ["a", "b"], async (client) => {
  const found = async (filter: Record<string, string>): Promise<number | undefined> =>
    (await search(client, { query: "alpha_marker", ...filter })).structuredContent?.items.length;
  for (const filter of [{ path: "*.py" }, { language: "python" }, { kind: "code" }]) {
    assert.equal(await found(filter), 1, JSON.stringify(filter));
  }
  for (const filter of [{ path: "*.go" }, { language: "go" }, { kind: "test" }]) {
    assert.equal(await found(filter), 0, JSON.stringify(filter));
  }
});

serverTest("malformed calls are refused and the server lives on", ["a"], async (client) => {
  const calls: [string, Record<string, unknown>][] = [
    ["ci_search", {}],
    ["ci_search", { query: 5 }],
    ["ci_search", { query: null }],
    ["ci_search", { query: "x", limit: "many" }],
    ["ci_search", { query: ["x"] }],
    ["ci_search", { query: "x", kind: "everything" }],
    ["no_such_tool", {}],
    ["__proto__", {}],
    ["toString", {}],
  ];
  for (const [name, args] of calls) {
    const refused = await client.callTool({ name, arguments: args }).then(
      (answer) => answer.isError === true,
      () => true,
    );
    assert.ok(refused, `${name} ${JSON.stringify(args)}`);
  }
  for (
    const query of ["\0", "$(touch x)", "../../etc/passwd", "'; drop table", "\ud800", "<auto-tools-context>"]
  ) {
    assert.equal((await search(client, { query })).isError, undefined, JSON.stringify(query));
  }
  assert.equal((await search(client, { query: "alpha_marker" })).structuredContent?.status, "ok");
});

serverTest("a cancelled call ends and the next one is answered", ["a"], async (client) => {
  const cancel = new AbortController();
  const call = client.callTool({ name: "ci_search", arguments: { query: "alpha_marker" } }, undefined, {
    signal: cancel.signal,
  });
  cancel.abort();
  await assert.rejects(call);
  assert.equal((await search(client, { query: "alpha_marker" })).structuredContent?.items.length, 1);
});

serverTest("progress is told to those who ask", ["a"], async (client) => {
  const seen: number[] = [];
  await client.callTool({ name: "ci_search", arguments: { query: "alpha_marker" } }, undefined, {
    onprogress: ({ progress }) => seen.push(progress),
  });
  assert.ok(seen.length >= 1, "at least once");
  assert.deepEqual(seen, [...seen].sort((a, b) => a - b));
});

serverTest(
  "the prompt puts the facts before the question, or the question alone",
  undefined,
  async (client) => {
    const ask = async (question: string, workspace?: string): Promise<string> => {
      const asked = { question, ...(workspace !== undefined && { workspace }) };
      const { messages } = await client.getPrompt({ name: "facts", arguments: asked });
      assert.equal(messages.length, 1);
      return messages[0]?.content.type === "text" ? messages[0].content.text : "";
    };
    const question = "Where is rotate_session_token implemented?";
    const text = await ask(question);
    assert.match(
      text,
      /^<auto-tools-context>\n[\s\S]*src\/session\.py:\d+[\s\S]*<\/auto-tools-context>\n\nWhere is/,
    );
    assert.equal(await ask("zzqx vvwk"), "zzqx vvwk");
    await assert.rejects(ask(question, "/etc"), /no folder of the workspace is called/);
    await assert.rejects(client.getPrompt({ name: "facts", arguments: {} }));
  },
);

serverTest("every tool of this build answers within its own schema", undefined, async (client) => {
  const { tools } = await client.listTools();
  const examples: Record<string, string> = {
    query: "rotate_session_token",
    symbol: "rotate_session_token",
    error: "AttributeError: 'NoneType' object has no attribute 'price' in src/cart.py line 9",
    path: "src/cart.py",
  };
  for (const { name, inputSchema: { required = [] } } of tools) {
    const args = Object.fromEntries(required.map((argument) => [argument, examples[argument]]));
    // The client checks the structure against the schema it was told, and throws if it does not fit.
    const answer = await client.callTool({ name, arguments: args }) as unknown as Answer;
    assert.equal(answer.isError, undefined, `${name}: ${answer.content[0]?.text}`);
    assert.equal(answer.structuredContent?.status, "ok", name);
  }
});

serverTest(
  "impact without a target is that of the uncommitted changes",
  undefined,
  async (client, session) => {
    await Deno.writeTextFile(
      `${session.workspace.repository}/src/unsaved.py`,
      "def unsaved():\n    return 1\n",
    );
    const answer = await client.callTool({ name: "ci_impact", arguments: {} }) as unknown as Answer;
    const item = answer.structuredContent?.items.find(({ symbol }) => symbol === "unsaved");
    assert.match(item?.claim ?? "", /^uncommitted change: added/);
  },
);

serverTest("a bound set by hand and the switch hold for agents too", ["a"], async (client) => {
  const answer = await search(client, { query: "alpha_marker" });
  assert.equal(answer.isError, true);
  assert.match(answer.content[0]?.text ?? "", /switched off/);
}, { env: { CI_AUTO_TOOLS: "off" } });

interface Session {
  readonly workspace: Workspace;
  /** Folders of the workspace that the client names; undefined: it has no such capability. */
  roots: readonly string[] | undefined;
}

async function search(client: Client, args: Record<string, unknown>): Promise<Answer> {
  return await client.callTool({ name: "ci_search", arguments: args }) as unknown as Answer;
}

interface Setting {
  readonly env?: Record<string, string>;
  /** Whether the program finds itself on PATH, as an installed one does. */
  readonly isOnPath?: boolean;
}

function serverTest(
  name: string,
  roots: readonly string[] | undefined,
  act: (client: Client, session: Session) => Promise<void>,
  { env = {}, isOnPath = false }: Setting = {},
): void {
  const fn = async (): Promise<void> => {
    await using workspace = await makeWorkspace();
    for (const [folder, file] of [["a", "alpha"], ["b", "beta"]]) {
      await Deno.mkdir(`${workspace.folder}/${folder}/.git`, { recursive: true });
      await Deno.writeTextFile(
        `${workspace.folder}/${folder}/${file}.py`,
        `def ${file}_marker():\n    return 1\n`,
      );
      const init = { args: ["init", "-q"], cwd: `${workspace.folder}/${folder}` };
      await new Deno.Command("git", init).output();
    }
    if (isOnPath) await Deno.symlink(await program(), `${workspace.bin}/auto-tools`);
    const session: Session = { workspace, roots };
    const client = new Client({ name: "test", version: "1" }, {
      capabilities: roots ? { roots: { listChanged: true } } : {},
    });
    if (roots) {
      client.setRequestHandler(ListRootsRequestSchema, () => ({
        roots: (session.roots ?? []).map((folder) => ({ uri: `file://${workspace.folder}/${folder}` })),
      }));
    }
    const transport = new StdioClientTransport({
      command: await program(),
      args: ["mcp"],
      cwd: workspace.repository,
      env: { ...workspace.env, ...env },
      stderr: "inherit",
    });
    await client.connect(transport);
    try {
      await client.listTools();
      await act(client, session);
    } finally {
      await client.close();
    }
  };
  // The SDK's own client leaves a timer behind when it closes.
  Deno.test({ name: `mcp: ${name}`, sanitizeOps: false, sanitizeResources: false, fn });
}
