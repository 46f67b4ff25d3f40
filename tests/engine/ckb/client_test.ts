import assert from "node:assert/strict";
import { CkbClient } from "../../../src/engine/ckb/client.ts";
import { CkbFault } from "../../../src/engine/ckb/dialect.ts";
import { httpTransport } from "../../../src/engine/ckb/http_transport.ts";
import { LineTransport } from "../../../src/engine/ckb/line_transport.ts";

/** What a server answers to a call of a tool. */
type Reply = (id: number) => Response | Promise<Response>;

const json = (id: number, rest: object): Response => Response.json({ jsonrpc: "2.0", id, ...rest });
const result = (result: object): Reply => (id) => json(id, { result });
const text = (text: string): Reply => result({ content: [{ type: "text", text }] });
const fails = (status: number): Reply => () => new Response("", { status });
const NONE = '{"hotspots":[]}';
const INITIALIZED = (protocolVersion: string) => ({
  result: { protocolVersion, capabilities: { tools: {} }, serverInfo: { name: "s", version: "1" } },
});

/** A client of a server over HTTP that gives these replies in turn; what the server was asked, and with what authorization. */
function openServer(replies: readonly Reply[], token?: string) {
  const asked: string[] = [];
  const authorizations = new Set<string | null>();
  const left = [...replies];
  const fetch = (_url: string | URL, init: RequestInit = {}): Promise<Response> => {
    authorizations.add(new Headers(init.headers).get("authorization"));
    if (init.method === "GET") {
      asked.push("GET");
      // A stream of messages that ends at once.
      return Promise.resolve(new Response("", { headers: { "content-type": "text/event-stream" } }));
    }
    const { method, id, params } = JSON.parse(String(init.body));
    asked.push(method);
    if (method === "initialize") return Promise.resolve(json(id, INITIALIZED(params.protocolVersion)));
    if (id === undefined) return Promise.resolve(new Response(null, { status: 202 }));
    return Promise.resolve(left.shift()!(id));
  };
  const server = { kind: "http", url: "http://127.0.0.1:9/mcp", certificates: [] } as const;
  const open = () => httpTransport({ ...server, ...(token !== undefined && { token }) }, fetch);
  const client = new CkbClient(open, "1");
  const ask = (patience = 60_000) =>
    client.ask({ ask: "hotspots", top: 5 }, patience).then(
      (answer) => answer.is,
      (error) => error instanceof CkbFault ? `${error.message}${error.isLate ? ", late" : ""}` : `${error}`,
    );
  return { ask, asked, authorizations };
}

const connections = (asked: readonly string[]): number => asked.filter((one) => one === "initialize").length;

// Streams that were begun end with the client.
const lenient = { sanitizeOps: false, sanitizeResources: false };

Deno.test("ckb client: what of a result is an answer, and what is none", lenient, async () => {
  const most = 4 * 1024 * 1024;
  const rows: readonly (readonly [what: string, reply: Reply, said: string])[] = [
    ["a text of JSON", text(NONE), "hotspots"],
    ["an envelope", text(`{"schemaVersion":"1","data":${NONE}}`), "hotspots"],
    ["an envelope without its version", text(`{"data":${NONE}}`), "an answer of another form: getHotspots"],
    [
      "structured content before a text",
      result({ content: [], structuredContent: { hotspots: [] } }),
      "hotspots",
    ],
    ["the longest", text(NONE.padEnd(most)), "hotspots"],
    ["longer", text(NONE.padEnd(most + 1)), "an answer beyond every bound: getHotspots"],
    ["no content", result({ content: [] }), "an answer of another form: getHotspots"],
    ["a text without JSON", text("none"), "an answer of another form: getHotspots"],
    ["an error", result({ content: [{ type: "text", text: NONE }], isError: true }), "an error: getHotspots"],
    ["no error", result({ content: [{ type: "text", text: NONE }], isError: false }), "hotspots"],
    ["an error in the text", text('{"hotspots":[],"error":"x"}'), "an error: getHotspots"],
  ];
  const { ask, asked } = openServer(rows.map(([, reply]) => reply));
  for (const [what, , said] of rows) assert.equal(await ask(), said, what);
  assert.equal(connections(asked), 1, "what is no answer is no reason for another connection");
});

Deno.test(
  "ckb client: a connection that failed is not used again, a forgotten session is begun anew",
  lenient,
  async () => {
    const refused: Reply = (id) => json(id, { error: { code: -32601, message: "no such tool" } });
    const rows: readonly (readonly [what: string, replies: Reply[], said: string[], connections: number])[] =
      [
        ["a forgotten session", [fails(404), text(NONE), text(NONE)], ["hotspots", "hotspots"], 2],
        ["forgotten twice", [fails(404), fails(404), text(NONE)], ["refused: HTTP 404", "hotspots"], 3],
        ["a failure", [fails(500), text(NONE)], ["refused: HTTP 500", "hotspots"], 2],
        ["a refusal", [refused, text(NONE)], ["the call was refused: -32601", "hotspots"], 2],
        ["no network", [() => Promise.reject(new TypeError("x")), text(NONE)], [
          "it cannot be reached",
          "hotspots",
        ], 2],
      ];
    for (const [what, replies, said, most] of rows) {
      const { ask, asked } = openServer(replies);
      for (const one of said) assert.equal(await ask(), one, what);
      assert.equal(connections(asked), most, what);
    }
  },
);

Deno.test("ckb client: a server that does not answer in time is late", lenient, async () => {
  const { ask, asked } = openServer([() => new Promise<never>(() => {}), text(NONE)]);
  assert.equal(await ask(150), "no answer within: 150 ms, late");
  assert.equal(await ask(), "hotspots");
  assert.equal(connections(asked), 2);
});

Deno.test(
  "ckb client: a stream that ends is not opened again; the token goes with every request",
  lenient,
  async () => {
    const { ask, asked, authorizations } = openServer([text(NONE)], "not-a-secret");
    assert.equal(await ask(), "hotspots");
    await new Promise((resolve) => setTimeout(resolve, 60));
    assert.equal(asked.filter((one) => one === "GET").length, 1);
    assert.deepEqual([...authorizations], ["Bearer not-a-secret"]);
    const without = openServer([text(NONE)]);
    await without.ask();
    assert.deepEqual([...without.authorizations], [null]);
  },
);

Deno.test("ckb client: a program that ends has ended, a message may come in pieces, a longer one ends it", async () => {
  const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
  const open = (answer: (line: LineTransport, id: number) => void, log = "a line of a log"): CkbClient =>
    new CkbClient(() => {
      const line: LineTransport = new LineTransport((said) => {
        const { id, method, params } = JSON.parse(said);
        if (method === "initialize") {
          const first = JSON.stringify({ jsonrpc: "2.0", id, ...INITIALIZED(params.protocolVersion) });
          queueMicrotask(() => [log, `\n${first}\n`].forEach((piece) => line.hear(bytes(piece))));
        } else if (method === "tools/call") queueMicrotask(() => answer(line, id));
      });
      return line;
    }, "1");
  const ask = (client: CkbClient) =>
    client.ask({ ask: "hotspots", top: 5 }, 60_000).then(({ is }) => is, ({ message }) => message);
  const answered = (id: number, pad = 0): string =>
    `${
      JSON.stringify({ jsonrpc: "2.0", id, result: { content: [{ type: "text", text: NONE }] } }).padEnd(pad)
    }\n`;
  assert.equal(await ask(open((line) => void line.close())), "it ended");
  assert.equal(
    await ask(open((line, id) => {
      const all = bytes(answered(id));
      for (let at = 0; at < all.length; at += 7) line.hear(all.slice(at, at + 7));
    })),
    "hotspots",
  );
  // What has come of a line, and the rest of it.
  const most = 8 * 1024 * 1024;
  for (const [size, said] of [[most, "hotspots"], [most + 1, "it ended"]] as const) {
    const client = open((line, id) => {
      const all = answered(id, size);
      line.hear(bytes(all.slice(0, size)));
      line.hear(bytes("\n"));
    }, "x".repeat(most));
    assert.equal(await ask(client), said, `${size}`);
  }
});
