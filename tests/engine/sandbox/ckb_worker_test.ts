import assert from "node:assert/strict";
import type { CkbReply, ToCkb } from "../../../src/model/ckb.ts";

/** The host of a CKB server: its thread, with a scripted server over HTTP or as a program's lines. */

/** What a server answers to a call of a tool. */
type Reply = (id: number) => Response | Promise<Response>;

const HOST = new URL("../../../src/engine/sandbox/ckb_worker.ts", import.meta.url);
const json = (id: number, rest: object): Response => Response.json({ jsonrpc: "2.0", id, ...rest });
const result = (result: object): Reply => (id) => json(id, { result });
const text = (text: string): Reply => result({ content: [{ type: "text", text }] });
const fails = (status: number): Reply => () => new Response("", { status });
const NONE = '{"hotspots":[]}';
const INITIALIZED = (protocolVersion: string) => ({
  result: { protocolVersion, capabilities: { tools: {} }, serverInfo: { name: "s", version: "1" } },
});

interface Host extends AsyncDisposable {
  /** `answer` or why there is none. */
  ask(tool?: string, patience?: number): Promise<string>;
  /** Methods that the server was asked. */
  readonly asked: string[];
}

/** A line to a running host. */
function lineTo(host: Worker): Host["ask"] {
  const { port1, port2 } = new MessageChannel();
  host.postMessage({ type: "connect", port: port2 } satisfies ToCkb, [port2]);
  return async (tool = "getHotspots", patience = 60_000) => {
    const { port1: own, port2: reply } = new MessageChannel();
    const answer = new Promise<CkbReply>((resolve) => own.onmessage = ({ data }) => resolve(data));
    port1.postMessage({ tool, args: { limit: 5 }, patience }, [reply]);
    const message = await answer;
    own.close();
    return "content" in message ? "answer" : message.why;
  };
}

/** A host whose server over HTTP gives these replies in turn. */
function overHttp(replies: readonly Reply[], token?: string): Host & { authorizations: Set<string | null> } {
  const asked: string[] = [];
  const authorizations = new Set<string | null>();
  const left = [...replies];
  const server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen: () => {} }, async (request) => {
    authorizations.add(request.headers.get("authorization"));
    if (request.method !== "POST") {
      asked.push(request.method);
      // A stream of messages that ends at once.
      return new Response("", { headers: { "content-type": "text/event-stream" } });
    }
    const { method, id, params } = await request.json();
    asked.push(method);
    if (method === "initialize") return json(id, INITIALIZED(params.protocolVersion));
    if (id === undefined) return new Response(null, { status: 202 });
    return await left.shift()!(id);
  });
  const host = new Worker(HOST, { type: "module" });
  const url = `http://127.0.0.1:${server.addr.port}/mcp`;
  host.postMessage({ type: "open", url, token, certificates: [] } satisfies ToCkb);
  return {
    ask: lineTo(host),
    asked,
    authorizations,
    [Symbol.asyncDispose]: async () => {
      host.terminate();
      await server.shutdown();
    },
  };
}

const connections = (asked: readonly string[]): number => asked.filter((one) => one === "initialize").length;

// The ports end with the thread.
const lenient = { sanitizeOps: false, sanitizeResources: false };

Deno.test("ckb host: what of a result is an answer, and what is none", lenient, async () => {
  const most = 4 * 1024 * 1024;
  const rows: readonly (readonly [what: string, reply: Reply, reported: string])[] = [
    ["a text of JSON", text(NONE), "answer"],
    ["an envelope", text(`{"schemaVersion":"1","data":${NONE}}`), "answer"],
    ["an envelope without its version", text(`{"data":${NONE}}`), "an answer of another form: getHotspots"],
    ["structured content", result({ content: [], structuredContent: { hotspots: [] } }), "answer"],
    ["the longest", text(NONE.padEnd(most)), "answer"],
    ["longer", text(NONE.padEnd(most + 1)), "an answer beyond every bound: getHotspots"],
    ["no content", result({ content: [] }), "an answer of another form: getHotspots"],
    ["a text without JSON", text("none"), "an answer of another form: getHotspots"],
    ["an error", result({ content: [{ type: "text", text: NONE }], isError: true }), "an error: getHotspots"],
    ["no error", result({ content: [{ type: "text", text: NONE }], isError: false }), "answer"],
    ["an error in the text", text('{"hotspots":[],"error":"x"}'), "an error: getHotspots"],
  ];
  await using host = overHttp(rows.map(([, reply]) => reply));
  for (const [what, , reported] of rows) assert.equal(await host.ask(), reported, what);
  assert.equal(connections(host.asked), 1, "what is no answer is no reason for another connection");
});

Deno.test("ckb host: no other tool is ever called", lenient, async () => {
  await using host = overHttp([text("{}"), text("{}")]);
  for (const tool of ["deleteAll", "constructor"]) {
    assert.equal(await host.ask(tool), `not one of its tools: ${tool}`);
  }
  assert.ok(!host.asked.includes("tools/call"));
});

Deno.test(
  "ckb host: a failed connection is not used again, a forgotten session is begun anew",
  lenient,
  async () => {
    const refused: Reply = (id) => json(id, { error: { code: -32601, message: "no such tool" } });
    const rows:
      readonly (readonly [what: string, replies: Reply[], reported: string[], connections: number])[] = [
        ["a forgotten session", [fails(404), text(NONE), text(NONE)], ["answer", "answer"], 2],
        ["forgotten twice", [fails(404), fails(404), text(NONE)], ["refused: HTTP 404", "answer"], 3],
        ["a failure", [fails(500), text(NONE)], ["refused: HTTP 500", "answer"], 2],
        ["a refusal", [refused, text(NONE)], ["the call was refused: -32601", "answer"], 2],
      ];
    for (const [what, replies, reported, most] of rows) {
      await using host = overHttp(replies);
      for (const one of reported) assert.equal(await host.ask(), one, what);
      assert.equal(connections(host.asked), most, what);
    }
  },
);

Deno.test(
  "ckb host: a stream that ends is not opened again; the token goes with every request",
  lenient,
  async () => {
    await using host = overHttp([text(NONE)], "not-a-secret");
    assert.equal(await host.ask(), "answer");
    await new Promise((resolve) => setTimeout(resolve, 60));
    assert.equal(host.asked.filter((one) => one === "GET").length, 1);
    assert.deepEqual([...host.authorizations], ["Bearer not-a-secret"]);
    await using without = overHttp([text(NONE)]);
    await without.ask();
    assert.deepEqual([...without.authorizations], [null]);
  },
);

/** A host whose server is a program that says `log` first and then answers calls with `answer`. */
function overLines(
  answer: (id: number, say: (text: string | Uint8Array) => void, host: Worker) => void,
  log: string,
): Host {
  const asked: string[] = [];
  const host = new Worker(HOST, { type: "module" });
  const say = (text: string | Uint8Array): void => {
    const bytes = Uint8Array.from(typeof text === "string" ? new TextEncoder().encode(text) : text);
    host.postMessage({ type: "output", bytes } satisfies ToCkb, [bytes.buffer]);
  };
  host.onmessage = ({ data }: MessageEvent<string>) => {
    const { id, method, params } = JSON.parse(data);
    asked.push(method);
    if (method === "tools/call") answer(id, say, host);
    if (method !== "initialize") return;
    say(log);
    say(`\n${JSON.stringify({ jsonrpc: "2.0", id, ...INITIALIZED(params.protocolVersion) })}\n`);
  };
  host.postMessage({ type: "open" } satisfies ToCkb);
  return {
    ask: lineTo(host),
    asked,
    [Symbol.asyncDispose]: () => Promise.resolve(host.terminate()),
  };
}

Deno.test(
  "ckb host: a program's messages come in pieces, beside lines of its log; its end is told",
  lenient,
  async () => {
    const answered = (id: number): string =>
      `${JSON.stringify({ jsonrpc: "2.0", id, result: { content: [{ type: "text", text: NONE }] } })}\n`;
    await using host = overLines((id, say) => {
      const bytes = new TextEncoder().encode(`a line of a log {\n${answered(id)}`);
      for (let at = 0; at < bytes.length; at += 7) say(bytes.slice(at, at + 7));
    }, "a line of a log");
    assert.equal(await host.ask(), "answer");
    await using long = overLines((id, say) => say(answered(id)), "x".repeat(9 * 1024 * 1024));
    assert.equal(await long.ask("getHotspots", 5000), "answer", "a line without end is dropped");
    const end = (host: Worker): void => host.postMessage({ type: "ended", why: "it ended" } satisfies ToCkb);
    await using gone = overLines((_id, _say, host) => end(host), "");
    assert.equal(await gone.ask(), "it ended");
    assert.equal(await gone.ask(), "it ended");
    assert.equal(gone.asked.filter((one) => one === "tools/call").length, 1);
  },
);
