/** A model's API on loopback, scripted by the test; every request is kept. */

/** What the scripted model does next. */
export type Reply =
  | { readonly text: string }
  | { readonly tool: string; readonly input: Readonly<Record<string, unknown>>; readonly namespace?: string }
  | { readonly status: number };

/** One request as it came. */
export interface Recorded {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Readonly<Record<string, unknown>>;
}

/** One piece of text that the model was sent, in the order of the conversation. */
export interface Said {
  readonly role: string;
  readonly text: string;
}

/** A running mock. */
export interface MockApi extends AsyncDisposable {
  /** `http://127.0.0.1:PORT`, without a trailing slash. */
  readonly url: string;
  /** In order of arrival; requests that do not ask the model are not kept. */
  readonly requests: Recorded[];
}

/** How one vendor's API is spoken. */
export interface Dialect {
  /** Whether a request with this path asks the model. */
  readonly asks: (path: string) => boolean;
  /** Server-sent events that carry the reply; `number` is one-based. */
  readonly stream: (reply: Reply, request: Recorded, number: number) => readonly ServerEvent[];
  /** The reply to a request that does not stream. */
  readonly whole: (reply: Reply, request: Recorded, number: number) => unknown;
}

/** One server-sent event. */
export interface ServerEvent {
  readonly type: string;
  readonly [key: string]: unknown;
}

/** Starts a mock that answers each request with what `script` says; `index` is zero-based. */
export function startMockApi(
  dialect: Dialect,
  script: (request: Recorded, index: number) => Reply | Promise<Reply>,
): MockApi {
  const requests: Recorded[] = [];
  const stop = new AbortController();
  const options = { hostname: "127.0.0.1", port: 0, onListen: () => {}, signal: stop.signal };
  const server = Deno.serve(options, async (incoming) => {
    const raw = await incoming.text();
    const path = new URL(incoming.url).pathname;
    if (incoming.method !== "POST" || !dialect.asks(path)) return Response.json({}, { status: 404 });
    const body = JSON.parse(raw) as Record<string, unknown>;
    const request = { path, headers: Object.fromEntries(incoming.headers), body };
    requests.push(request);
    const reply = await script(request, requests.length - 1);
    if ("status" in reply) {
      return Response.json({ error: { type: "mock", message: `mock ${reply.status}` } }, {
        status: reply.status,
      });
    }
    if (body["stream"] !== true) return Response.json(dialect.whole(reply, request, requests.length));
    const events = dialect.stream(reply, request, requests.length);
    const lines = events.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`);
    return new Response(lines.join(""), { headers: { "content-type": "text/event-stream" } });
  });
  return {
    url: `http://127.0.0.1:${server.addr.port}`,
    requests,
    // A client that lives on may hold a request open: a graceful end would wait for it.
    [Symbol.asyncDispose]: () => {
      stop.abort();
      return server.finished;
    },
  };
}

/** The texts of a message's content, which both vendors send as a string or as a list of parts. */
export function contentTexts(content: unknown): string[] {
  if (typeof content === "string") return [content];
  if (!Array.isArray(content)) return [];
  return content.flatMap((part: { text?: unknown }) => typeof part.text === "string" ? [part.text] : []);
}
