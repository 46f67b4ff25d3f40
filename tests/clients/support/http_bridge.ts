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
