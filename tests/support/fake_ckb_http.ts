// @ts-types="@modelcontextprotocol/sdk/server/mcp"
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
// @ts-types="@modelcontextprotocol/sdk/server/webStandardStreamableHttp"
import { WebStandardStreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js";
import { z } from "zod";
import { fakeAnswer } from "./fake_ckb.ts";

/** How the server behaves. */
export interface FakeHttp {
  /** Answers as JSON instead of a stream of events. */
  readonly json?: boolean;
  /** The only authorization that is accepted. */
  readonly token?: string;
  /** Sends everybody there. */
  readonly redirect?: string;
  /** Keeps sessions, and forgets each after so many requests. */
  readonly sessionLasts?: number;
  /** Answers without end. */
  readonly huge?: boolean;
}

/** A running server on loopback. */
export interface FakeHttpServer extends AsyncDisposable {
  readonly url: string;
  /** Tools that were called. */
  readonly tools: readonly string[];
  readonly requests: number;
}

const TOOLS = ["searchSymbols", "getCallGraph", "findReferences", "traceUsage", "getHotspots"];

/** The answers of `fake_ckb.ts` over streamable HTTP, by the official server. */
export function serveCkb(options: FakeHttp): FakeHttpServer {
  const tools: string[] = [];
  const state = { requests: 0 };
  const sessions = new Map<string, { transport: WebStandardStreamableHTTPServerTransport; left: number }>();
  const inSession = async (request: Request, left: number): Promise<Response> => {
    const id = request.headers.get("mcp-session-id");
    const known = id === null ? undefined : sessions.get(id);
    if (known && known.left-- > 0) return await known.transport.handleRequest(request);
    if (id !== null) return new Response(null, { status: 404 });
    const transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: () => crypto.randomUUID(),
      onsessioninitialized: (id) => void sessions.set(id, { transport, left }),
    });
    await mcpServer(tools).connect(transport as Parameters<McpServer["connect"]>[0]);
    return await transport.handleRequest(request);
  };
  const server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen: () => {} }, async (request) => {
    state.requests++;
    if (options.redirect !== undefined) {
      return new Response(null, { status: 307, headers: { location: options.redirect } });
    }
    if (options.huge) return new Response(endless(), { headers: { "content-type": "application/json" } });
    if (options.token !== undefined && request.headers.get("authorization") !== options.token) {
      return new Response(null, { status: 401 });
    }
    if (options.sessionLasts !== undefined) return await inSession(request, options.sessionLasts);
    // Without sessions each request has a transport of its own.
    const transport = new WebStandardStreamableHTTPServerTransport({
      enableJsonResponse: options.json === true,
    });
    await mcpServer(tools).connect(transport as Parameters<McpServer["connect"]>[0]);
    return await transport.handleRequest(request);
  });
  return {
    url: `http://127.0.0.1:${server.addr.port}/mcp`,
    tools,
    get requests() {
      return state.requests;
    },
    [Symbol.asyncDispose]: () => server.shutdown(),
  };
}

function mcpServer(called: string[]): McpServer {
  const server = new McpServer({ name: "fake", version: "1" });
  for (const tool of TOOLS) {
    server.registerTool(tool, { inputSchema: z.looseObject({}) }, () => {
      called.push(tool);
      return { content: [{ type: "text" as const, text: fakeAnswer(tool) }] };
    });
  }
  return server;
}

function endless(): ReadableStream<Uint8Array> {
  const bytes = new Uint8Array(1 << 20).fill(32);
  return new ReadableStream({ pull: (controller) => controller.enqueue(bytes) });
}
