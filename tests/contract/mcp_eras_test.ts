import assert from "node:assert/strict";
import { variants } from "../support/long_test.ts";
import type { Workspace } from "../clients/support/workspace.ts";
import { makeWorkspace, program } from "../clients/support/workspace.ts";

/** `auto-tools mcp` on the wire, in the protocol of 2026-07-28 and in the one before it. */

type Json = Readonly<Record<string, unknown>>;

interface Reply {
  readonly id?: number;
  readonly method?: string;
  readonly result?: Json & { readonly content?: readonly { readonly text: string }[] };
  readonly error?: { readonly code: number; readonly data?: Json };
}

const KEY = "io.modelcontextprotocol";
const MODERN = "2026-07-28";
const META = {
  [`${KEY}/protocolVersion`]: MODERN,
  [`${KEY}/clientCapabilities`]: {},
  [`${KEY}/clientInfo`]: { name: "test", version: "1" },
};
const TOOLS = 8;

/** A server on pipes. */
class Wire implements AsyncDisposable {
  readonly #child: Deno.ChildProcess;
  readonly #writer: WritableStreamDefaultWriter<Uint8Array>;
  readonly #lines: ReadableStreamDefaultReader<string>;
  #held = "";
  #id = 0;

  constructor(
    path: string,
    args: readonly string[],
    { cwd, env }: { cwd: string; env: Record<string, string> },
  ) {
    const piped = { stdin: "piped", stdout: "piped", stderr: "null" } as const;
    this.#child = new Deno.Command(path, { args: ["mcp", ...args], cwd, env, clearEnv: true, ...piped })
      .spawn();
    this.#writer = this.#child.stdin.getWriter();
    this.#lines = this.#child.stdout.pipeThrough(new TextDecoderStream()).getReader();
  }

  async notify(method: string, params: Json = {}): Promise<void> {
    await this.#send({ jsonrpc: "2.0", method, params });
  }

  /** Sends a request and reads the next message, which has to be its answer: the server asks nothing of the client. */
  async ask(method: string, params: Json = {}, meta: Json | undefined = META): Promise<Reply> {
    const id = ++this.#id;
    await this.#send({ jsonrpc: "2.0", id, method, params: { ...params, ...(meta && { _meta: meta }) } });
    const reply = JSON.parse(await this.#line()) as Reply;
    assert.equal(reply.id, id, JSON.stringify(reply));
    return reply;
  }

  /** A request of the protocol before. */
  async askOld(method: string, params: Json = {}): Promise<Reply> {
    return await this.ask(method, params, {});
  }

  async initialize(protocolVersion: string): Promise<Reply> {
    const clientInfo = { name: "test", version: "1" };
    const reply = await this.askOld("initialize", { protocolVersion, capabilities: {}, clientInfo });
    await this.notify("notifications/initialized");
    return reply;
  }

  async #send(message: Json): Promise<void> {
    await this.#writer.write(new TextEncoder().encode(JSON.stringify(message) + "\n"));
  }

  async #line(): Promise<string> {
    while (!this.#held.includes("\n")) {
      const { value, done } = await this.#lines.read();
      if (done) throw new Error("the server ended");
      this.#held += value;
    }
    const at = this.#held.indexOf("\n");
    const line = this.#held.slice(0, at);
    this.#held = this.#held.slice(at + 1);
    return line;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#writer.close().catch(() => {});
    await this.#lines.cancel();
    const { code } = await this.#child.status;
    assert.equal(code, 0);
  }
}

function eraTest(
  name: string,
  test: (wire: Wire, workspace: Workspace) => Promise<void>,
  args: string[] = [],
): void {
  Deno.test(`mcp: ${name}`, async () => {
    await using workspace = await makeWorkspace();
    const { repository, folder, env } = workspace;
    const cwd = args.length > 0 ? folder : repository;
    await using wire = new Wire(await program(), args, { cwd, env });
    await test(wire, workspace);
  });
}

const SEARCH = { name: "ci_search", arguments: { query: "rotate_session_token" } };

function textOf({ result }: Reply): string {
  return result?.content?.[0]?.text ?? "";
}

eraTest(
  "2026-07-28: discover says who serves what, and the tools answer without initialize",
  async (wire) => {
    const { result: found } = await wire.ask("server/discover");
    assert.deepEqual(found?.["supportedVersions"], [MODERN]);
    assert.deepEqual(Object.keys(found["capabilities"] as Json).sort(), ["prompts", "resources", "tools"]);
    assert.match(String(found["instructions"]), /Read-only analysis/);
    assert.equal(found["resultType"], "complete");
    const { name } = (found["_meta"] as Json)[`${KEY}/serverInfo`] as { name: string };
    assert.equal(name, "auto-tools");
    for (
      const [method, field, count] of [["tools/list", "tools", TOOLS], [
        "resources/list",
        "resources",
        2,
      ]] as const
    ) {
      const { result } = await wire.ask(method);
      assert.equal((result?.[field] as unknown[]).length, count);
      const { resultType, ttlMs, cacheScope } = result ?? {};
      assert.deepEqual({ resultType, ttlMs, cacheScope }, {
        resultType: "complete",
        ttlMs: 3_600_000,
        cacheScope: "public",
      });
    }
    const answer = await wire.ask("tools/call", SEARCH);
    assert.match(textOf(answer), /src\/session\.py:\d+/);
    assert.equal(answer.result?.["resultType"], "complete");
  },
);

eraTest(
  "2026-07-28: a request without discover is answered, one without its envelope refused",
  async (wire) => {
    assert.match(textOf(await wire.ask("tools/call", SEARCH)), /src\/session\.py/);
    const bare = await wire.ask("tools/list", {}, { [`${KEY}/protocolVersion`]: MODERN });
    assert.equal(bare.error?.code, -32602);
    assert.equal((await wire.ask("no/such")).error?.code, -32601);
    const late = await wire.askOld("initialize", {
      protocolVersion: "2025-11-25",
      capabilities: {},
      clientInfo: {},
    });
    assert.ok(late.error, "the new protocol has begun");
    assert.match(textOf(await wire.ask("tools/call", SEARCH)), /src\/session\.py/);
  },
);

eraTest("a version that is not served is refused with those that are", async (wire) => {
  const meta = { ...META, [`${KEY}/protocolVersion`]: "2031-01-01" };
  const { error } = await wire.ask("server/discover", {}, meta);
  assert.equal(error?.code, -32022);
  assert.deepEqual(error?.data?.["supported"], [MODERN]);
});

for (const version of variants(["2025-06-18", "2025-11-25"], 1)) {
  eraTest(`${version}: initialize, then the same tools`, async (wire) => {
    const { result } = await wire.initialize(version);
    assert.equal(result?.["protocolVersion"], version);
    assert.match(String(result["instructions"]), /Read-only analysis/);
    const { result: listed } = await wire.askOld("tools/list");
    assert.equal((listed?.["tools"] as unknown[]).length, TOOLS);
    assert.equal(listed?.["resultType"], undefined);
    assert.match(textOf(await wire.askOld("tools/call", SEARCH)), /src\/session\.py/);
    assert.deepEqual((await wire.askOld("ping")).result, {});
  });
}

eraTest("a client that discovers may still initialize", async (wire) => {
  assert.ok((await wire.ask("server/discover")).result);
  assert.equal((await wire.initialize("2025-11-25")).result?.["protocolVersion"], "2025-11-25");
  assert.match(textOf(await wire.askOld("tools/call", SEARCH)), /src\/session\.py/);
});

eraTest("a folder named on the command line is the workspace", async (wire) => {
  assert.match(textOf(await wire.ask("tools/call", SEARCH)), /src\/session\.py/);
  const outside = { ...SEARCH, arguments: { ...SEARCH.arguments, workspace: ".." } };
  assert.equal((await wire.ask("tools/call", outside)).result?.["isError"], true);
}, ["repository"]);

Deno.test("mcp: a folder that is not there is named", async () => {
  const command = new Deno.Command(await program(), { args: ["mcp", "/no/such/folder"], stdin: "null" });
  const { code, stderr } = await command.output();
  assert.equal(code, 20);
  assert.match(new TextDecoder().decode(stderr), /no such folder: \/no\/such\/folder/);
});
