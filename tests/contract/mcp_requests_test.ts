import assert from "node:assert/strict";
import { makeWorkspace, program } from "../clients/support/workspace.ts";

/** Requests of the protocol without `initialize`, as agents get them wrong. */

const META = {
  "io.modelcontextprotocol/protocolVersion": "2026-07-28",
  "io.modelcontextprotocol/clientCapabilities": {},
};

interface Reply {
  readonly error?: { readonly code: number };
  readonly result?: { readonly content?: readonly { readonly text: string }[]; readonly isError?: boolean };
}

/** The replies to requests, sent one after the other to one server. */
async function replies(
  requests: readonly { method: string; params: Record<string, unknown> }[],
): Promise<Reply[]> {
  await using workspace = await makeWorkspace();
  await using child = new Deno.Command(await program(), {
    args: ["mcp"],
    cwd: workspace.repository,
    clearEnv: true,
    env: workspace.env,
    stdin: "piped",
    stdout: "piped",
    stderr: "null",
  }).spawn();
  const writer = child.stdin.getWriter();
  const found: Reply[] = [];
  let rest = "";
  const output = child.stdout.pipeThrough(new TextDecoderStream())[Symbol.asyncIterator]();
  for (const [id, request] of requests.entries()) {
    await writer.write(new TextEncoder().encode(`${JSON.stringify({ jsonrpc: "2.0", id, ...request })}\n`));
    while (!rest.includes("\n")) rest += (await output.next()).value ?? "\n";
    const [line = "{}"] = rest.split("\n", 1);
    rest = rest.slice(line.length + 1);
    found.push(JSON.parse(line) as Reply);
  }
  await writer.close();
  for (;;) if ((await output.next()).done) return found;
}

Deno.test("mcp: a request without a version, or with an unknown one, decides nothing", async () => {
  const unknown = { _meta: { ...META, "io.modelcontextprotocol/protocolVersion": "2031-01-01" } };
  const [bare, future, discovered, listed] = await replies([
    { method: "tools/list", params: {} },
    { method: "tools/list", params: unknown },
    { method: "server/discover", params: { _meta: META } },
    { method: "tools/list", params: { _meta: META } },
  ]);
  assert.deepEqual([bare?.error?.code, future?.error?.code], [-32602, -32022]);
  assert.ok(discovered?.result && listed?.result);
});

Deno.test("mcp: arguments that mean something are understood, others are refused with what would work", async () => {
  const call = (name: string, given: Record<string, unknown>) => ({
    method: "tools/call",
    params: { name, arguments: given, _meta: META },
  });
  const found = await replies([
    call("ci_impact", { target: "rotate_session_token" }),
    call("ci_impact", { file: "/etc/passwd" }),
    call("ci_impact", { symbol: "rotate_session_token", depth: "2" }),
    call("ci_complexity", { path: ".\\src" }),
  ]);
  const texts = found.map(({ result }) => result?.content?.[0]?.text ?? "");
  assert.match(texts[0]!, /unknown argument: target; ci_impact takes: symbol, file, depth, workspace/);
  assert.match(texts[1]!, /outside the repository: \/etc\/passwd; it is relative to: \//);
  assert.deepEqual(found.map(({ result }) => result?.isError === true), [true, true, false, false]);
  assert.doesNotMatch(texts.slice(2).join(), /unknown|no such|not found/);
});
