import assert from "node:assert/strict";
import { makeWorkspace, program } from "../clients/support/workspace.ts";

/** Lines of a size no client needs neither stall nor end the server. */

const HUGE = "x".repeat(30 * 1024 * 1024);

const INITIALIZE = {
  method: "initialize",
  params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "long", version: "1" } },
  jsonrpc: "2.0",
  id: 1,
};

Deno.test("mcp: a line of 30 MB is answered with an error, and the server goes on", async () => {
  await using workspace = await makeWorkspace();
  const child = new Deno.Command(await program(), {
    args: ["mcp"],
    cwd: workspace.repository,
    clearEnv: true,
    env: workspace.env,
    stdin: "piped",
    stdout: "piped",
    stderr: "null",
  }).spawn();
  const timer = setTimeout(() => child.kill("SIGKILL"), 120_000);
  const writer = child.stdin.getWriter();
  const answers = new Map<unknown, Record<string, { code?: number; tools?: unknown[] }>>();
  const reading = (async () => {
    let rest = "";
    for await (const text of child.stdout.pipeThrough(new TextDecoderStream())) {
      const lines = (rest + text).split("\n");
      rest = lines.pop()!;
      for (const line of lines) {
        const { id, ...answer } = JSON.parse(line);
        answers.set(id, answer);
      }
      if (answers.has(4)) return;
    }
  })();
  const call = (query: string): unknown => ({ name: "ci_search", arguments: { query } });
  const messages = [
    INITIALIZE,
    { jsonrpc: "2.0", method: "notifications/initialized" },
    { method: "tools/call", params: call(HUGE), jsonrpc: "2.0", id: 2 },
    { jsonrpc: "2.0", id: "three", method: "tools/call", params: call(HUGE) },
    { method: "tools/list", params: {}, jsonrpc: "2.0", id: 4 },
  ];
  for (const message of messages) {
    await writer.write(new TextEncoder().encode(`${JSON.stringify(message)}\n`)).catch(() => {});
  }
  await reading;
  await writer.close().catch(() => {});
  await child.status;
  clearTimeout(timer);
  for (const id of [2, "three"]) assert.equal(answers.get(id)?.["error"]?.code, -32600, String(id));
  assert((answers.get(4)?.["result"]?.tools?.length ?? 0) >= 8);
});
