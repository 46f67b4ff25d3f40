// @ts-types="@modelcontextprotocol/sdk/client/stdio"
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
// @ts-types="@modelcontextprotocol/sdk/server/webStandardStreamableHttp"
import { WebStandardStreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js";
// @ts-types="@modelcontextprotocol/sdk/types"
import type { JSONRPCMessage } from "@modelcontextprotocol/sdk/types.js";

/** A server on standard input and output, reachable by streamable HTTP: each session is a process of its own. */
export interface HttpBridge extends AsyncDisposable {
  readonly url: string;
}

/** How a session's process is started. */
export interface BridgedServer {
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: Record<string, string>;
  /** What the process is told instead of a message; default: the message. */
  readonly rewrite?: (message: JSONRPCMessage) => JSONRPCMessage;
}

/** Serves on a free port of loopback until disposed. */
export function bridge(program: BridgedServer): HttpBridge {
  const sessions = new Map<string, Session>();
  const server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen: () => {} }, async (request) => {
    const known = sessions.get(request.headers.get("mcp-session-id") ?? "");
    if (known) return await known.http.handleRequest(request);
    const session = await openSession(program, (id) => sessions.set(id, session));
    return await session.http.handleRequest(request);
  });
  return {
    url: `http://127.0.0.1:${server.addr.port}/mcp`,
    [Symbol.asyncDispose]: async () => {
      for (const { http, stdio } of sessions.values()) {
        await http.close();
        await stdio.close();
      }
      await server.shutdown();
    },
  };
}

interface Session {
  readonly http: WebStandardStreamableHTTPServerTransport;
  readonly stdio: StdioClientTransport;
}

async function openSession(program: BridgedServer, onOpen: (id: string) => void): Promise<Session> {
  const http = new WebStandardStreamableHTTPServerTransport({
    sessionIdGenerator: () => crypto.randomUUID(),
    onsessioninitialized: onOpen,
  });
  const { command, args, cwd, env } = program;
  const stdio = new StdioClientTransport({ command, args: [...args], cwd, env, stderr: "inherit" });
  const rewrite = program.rewrite ?? ((message) => message);
  http.onmessage = (message) => void stdio.send(rewrite(message));
  stdio.onmessage = (message) => {
    const id = "id" in message ? message.id : undefined;
    void http.send(message, id === undefined ? {} : { relatedRequestId: id }).catch(() => {});
  };
  await http.start();
  await stdio.start();
  return { http, stdio };
}

/** JSON-RPC's "method not found", which the protocol without sessions answers with 404. */
const NO_METHOD = -32601;

/**
 * The same in the protocol without sessions: one process for all requests, each answered with the notifications that came
 * meanwhile and its reply.
 */
export function statelessBridge(program: BridgedServer): HttpBridge {
  const { command, args, cwd, env, rewrite = (message) => message } = program;
  const stdio = new StdioClientTransport({ command, args: [...args], cwd, env, stderr: "inherit" });
  const open = new Map<number, { readonly notes: unknown[]; readonly done: (reply: object) => void }>();
  stdio.onmessage = (message) => {
    if (!("id" in message)) { for (const { notes } of open.values()) notes.push(message); }
    else open.get(Number(message.id))?.done(message);
  };
  const started = stdio.start();
  let last = 0;
  const server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen: () => {} }, async (request) => {
    if (request.method !== "POST") return new Response(null, { status: 405 });
    const message = rewrite(await request.json());
    await started;
    const id = "id" in message ? message.id : undefined;
    if (id === undefined) return await stdio.send(message).then(() => new Response(null, { status: 202 }));
    const own = ++last;
    const notes: unknown[] = [];
    const { promise, resolve } = Promise.withResolvers<object>();
    open.set(own, { notes, done: resolve });
    await stdio.send({ ...message, id: own } as JSONRPCMessage);
    const reply: { error?: { code: number } } = { ...await promise, id } as object;
    open.delete(own);
    if (notes.length > 0) {
      const events = [...notes, reply].map((one) => `event: message\ndata: ${JSON.stringify(one)}\n\n`);
      return new Response(events.join(""), { headers: { "content-type": "text/event-stream" } });
    }
    const status = reply.error === undefined ? 200 : reply.error.code === NO_METHOD ? 404 : 400;
    return Response.json(reply, { status });
  });
  return {
    url: `http://127.0.0.1:${server.addr.port}/mcp`,
    [Symbol.asyncDispose]: async () => {
      await stdio.close();
      for (const { done } of open.values()) done({});
      await server.shutdown();
    },
  };
}
