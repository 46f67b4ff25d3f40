// @ts-types="@modelcontextprotocol/sdk/client/index"
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
// @ts-types="@modelcontextprotocol/sdk/client/streamableHttp"
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
// @ts-types="@modelcontextprotocol/sdk/inMemory"
import { InMemoryTransport } from "@modelcontextprotocol/sdk/inMemory.js";
// @ts-types="@modelcontextprotocol/sdk/shared/stdio"
import { deserializeMessage, serializeMessage } from "@modelcontextprotocol/sdk/shared/stdio.js";
// @ts-types="@modelcontextprotocol/sdk/shared/transport"
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
// @ts-types="@modelcontextprotocol/sdk/types"
import { ErrorCode } from "@modelcontextprotocol/sdk/types.js";
import { attempt } from "../../model/attempt.ts";
import { CKB_ANSWERS, type CkbAddress, type CkbReply, type CkbRequest, type ToCkb } from "../../model/ckb.ts";
import { asObject, isDense, type JsonObject, lookUp, parseObject } from "../../model/json.ts";
import { boundedFetch } from "../../platform/http.ts";
import { BoundedLines } from "../../platform/bounded_lines.ts";
import { MESSAGE_BYTES } from "../../platform/limits.ts";
import { VERSION } from "../../platform/program.ts";

/**
 * The host of a CKB server: the thread that speaks with it as an MCP client. It may read nothing, start nothing, and connect
 * to the one address that was named or to none: a server that takes it over has gained nothing. The server is offered
 * nothing either: no roots, no model.
 */

/** Milliseconds a connection may take before the first call. */
const CONNECT_MS = 10_000;
/** Characters of one answer. */
const LARGEST_ANSWER = 4 * 1024 * 1024;

let open: () => Transport;
let client: Promise<Client> | undefined;
/** The other end of the connection to a program. */
let program: Transport | undefined;
const lines = new BoundedLines(MESSAGE_BYTES, () => {});
let ended: string | undefined;

self.onmessage = ({ data }: MessageEvent<ToCkb>): void => {
  if (data.type === "connect") {
    data.port.onmessage = async ({ data: request, ports: [reply] }: MessageEvent<CkbRequest>) =>
      reply?.postMessage(await call(request));
  } else if (data.type === "output") receive(data.bytes);
  else if (data.type === "ended") {
    ended = data.why;
    void program?.close();
  } else {
    const { url, token, certificates = [] } = data;
    open = url === undefined ? lineTransport : () => httpTransport({ url, token, certificates });
    client = connected(CONNECT_MS);
    // The first call tries again.
    client.catch(() => client = undefined);
  }
};

async function connected(timeout: number): Promise<Client> {
  const made = new Client({ name: "auto-tools", version: VERSION }, { capabilities: {} });
  await made.connect(open(), { timeout });
  return made;
}

/** The server answered, and not what it should. */
class Unusable extends Error {}

/** Calls a tool; answers its content in the form of that tool. Never rejects. */
async function call(request: CkbRequest, isAgain = false): Promise<CkbReply> {
  const { tool, args, patience } = request;
  // The other side times out first, and reports it.
  const timeout = 2 * patience;
  try {
    const schema = lookUp(CKB_ANSWERS, tool);
    if (ended !== undefined || !schema) throw new Unusable(ended ?? `not one of its tools: ${tool}`);
    const server = await (client ??= connected(timeout));
    const options = { timeout, signal: AbortSignal.timeout(timeout) };
    const result = await server.callTool({ name: tool, arguments: { ...args } }, undefined, options);
    const parsed = schema.safeParse(contentOf(tool, result));
    if (!parsed.success) throw new Unusable(`an answer of another form: ${tool}`);
    return { content: parsed.data };
  } catch (error) {
    if (error instanceof Unusable) return { why: error.message };
    void client?.then((server) => server.close()).catch(() => {});
    client = undefined;
    const code = Number(asObject(error)?.["code"]);
    // The server has forgotten the session: the specification wants a new one.
    if (code === 404 && !isAgain) return await call(request, true);
    return { why: ended ?? reasonOf(code) };
  }
}

/** The data of the envelope, or the object itself. */
function contentOf(tool: string, { isError, structuredContent, content }: JsonObject): unknown {
  const text = String(asObject(Array.isArray(content) ? content[0] : undefined)?.["text"]);
  if (text.length > LARGEST_ANSWER) throw new Unusable(`an answer beyond every bound: ${tool}`);
  const body = asObject(structuredContent) ?? parseObject(text);
  if (isError === true || typeof body?.["error"] === "string") throw new Unusable(`an error: ${tool}`);
  return body && "schemaVersion" in body && "data" in body ? body["data"] : body;
}

/** @param code of JSON-RPC, negative; or the status of an HTTP failure */
function reasonOf(code: number): string {
  if (code === ErrorCode.ConnectionClosed) return "it ended";
  if (Number.isNaN(code)) return "it cannot be reached";
  return code < 0 ? `the call was refused: ${code}` : `refused: HTTP ${code}`;
}

/** No login is tried, no redirect leaves the origin, nothing is tried twice. */
function httpTransport({ url, token, certificates }: CkbAddress): Transport {
  const wait = { initialReconnectionDelay: 0, maxReconnectionDelay: 0, reconnectionDelayGrowFactor: 0 };
  return new StreamableHTTPClientTransport(new URL(url), {
    fetch: boundedFetch(certificates),
    ...(token !== undefined && { requestInit: { headers: { authorization: `Bearer ${token}` } } }),
    reconnectionOptions: { maxRetries: 0, ...wait },
  }) as Transport;
}

/** The stdio transport where another thread owns the program. */
function lineTransport(): Transport {
  const [own, other] = InMemoryTransport.createLinkedPair() as [Transport, Transport];
  program = other;
  other.onmessage = (message) => self.postMessage(serializeMessage(message));
  return own;
}

/** Handles a piece of the program's output, cut anywhere. Whatever is no message is left out, as the specification wants. */
function receive(bytes: Uint8Array): void {
  for (const line of lines.take(bytes)) {
    const text = new TextDecoder().decode(line);
    const message = isDense(text) ? undefined : attempt(() => deserializeMessage(text));
    if (message) void program?.send(message);
  }
}
