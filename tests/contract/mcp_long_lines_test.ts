import assert from "node:assert/strict";
import { lineCheck } from "../../src/clients/mcp/line_check.ts";
import { makeWorkspace, program } from "../clients/support/workspace.ts";

/** Lines of a size no client needs, and lines that are no messages, neither stall nor end the server. */

const HUGE = "x".repeat(30 * 1024 * 1024);

const INITIALIZE = {
  method: "initialize",
  params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "long", version: "1" } },
  jsonrpc: "2.0",
  id: 1,
};

/** A request of the protocol without `initialize`. */
function modern(id: number, version: string): string {
  const _meta = { "io.modelcontextprotocol/protocolVersion": version };
  return JSON.stringify({ jsonrpc: "2.0", id, method: "ping", params: { _meta } });
}

Deno.test("mcp: a line that is no message is answered with an error and its id", () => {
  const rows: readonly (readonly [line: string, id: unknown, code: number | undefined])[] = [
    ['{"jsonrpc":"2.0","id":1,"method":"tools/list","params":null}', 1, -32600],
    ['{"jsonrpc":"2.0","id":"a","method":"tools/list","params":[]}', "a", -32600],
    ['{"jsonrpc":"1.0","id":2,"method":"ping"}', 2, -32600],
    ['{"id":3}', 3, -32600],
    ['{"jsonrpc":"2.0","id":{"a":1},"method":"ping"}', null, -32600],
    ['[{"jsonrpc":"2.0","id":4,"method":"ping"}]', null, -32600],
    ["null", null, -32600],
    ["{", null, -32700],
    ["", undefined, undefined],
    ['{"jsonrpc":"2.0","id":5,"method":"ping"}', 5, -32602],
    [modern(5, "2026-07-28"), undefined, undefined],
    [modern(5, "2031-01-01"), 5, -32022],
    ['{"jsonrpc":"2.0","method":"notifications/initialized","params":{}}', undefined, undefined],
    ['{"jsonrpc":"2.0","id":6,"result":{}}', undefined, undefined],
    ['{"jsonrpc":"2.0","id":7,"error":{"code":1,"message":"x"}}', undefined, undefined],
  ];
  const check = lineCheck();
  for (const [line, id, code] of rows) {
    const answer = JSON.parse(check(line) ?? "{}");
    assert.deepEqual([answer.id, answer.error?.code], [id, code], line);
  }
  assert.equal(check(JSON.stringify(INITIALIZE)), undefined);
  assert.equal(check('{"jsonrpc":"2.0","id":5,"method":"ping"}'), undefined);
});

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
    { jsonrpc: "2.0", id: 3, method: "tools/list", params: null },
    { method: "tools/list", params: {}, jsonrpc: "2.0", id: 4 },
  ];
  for (const message of messages) {
    await writer.write(new TextEncoder().encode(`${JSON.stringify(message)}\n`)).catch(() => {});
  }
  await reading;
  await writer.close().catch(() => {});
  await child.status;
  clearTimeout(timer);
  for (const id of [2, "three", 3]) assert.equal(answers.get(id)?.["error"]?.code, -32600, String(id));
  assert((answers.get(4)?.["result"]?.tools?.length ?? 0) >= 8);
});
