/** Providers on loopback: as their protocols say, and as nobody would want them. */

/** One request as it came. */
export interface Seen {
  readonly method: string;
  readonly path: string;
  readonly headers: Headers;
  readonly body: Record<string, unknown>;
}

/** A provider under test. */
export interface Provider extends AsyncDisposable {
  /** `http://127.0.0.1:PORT`. */
  readonly url: string;
  readonly port: number;
  readonly seen: readonly Seen[];
}

/** Starts a provider; `answer` gets each request and how many came before. With `tls` it speaks https. */
export function startProvider(
  answer: (request: Seen, before: number) => Response | Promise<Response>,
  tls?: { readonly cert: string; readonly key: string },
): Provider {
  const seen: Seen[] = [];
  const end = new AbortController();
  const options = { hostname: "127.0.0.1", port: 0, onListen: () => {}, signal: end.signal, ...tls };
  const server = Deno.serve(options, async (request) => {
    const text = await request.text();
    const { pathname, search } = new URL(request.url);
    const one = {
      method: request.method,
      path: pathname + search,
      headers: request.headers,
      body: text ? JSON.parse(text) : {},
    };
    seen.push(one);
    return await answer(one, seen.length - 1);
  });
  const { port } = server.addr;
  return {
    url: `${tls ? "https" : "http"}://127.0.0.1:${port}`,
    port,
    seen,
    [Symbol.asyncDispose]: () => {
      end.abort();
      return server.finished;
    },
  };
}

/** A server that takes connections and lets `serve` do what it likes with them. */
export function startRaw(serve: (connection: Deno.TcpConn) => Promise<void>): Provider {
  const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const open = new Set<Deno.TcpConn>();
  void (async () => {
    for await (const connection of listener) {
      open.add(connection);
      void serve(connection).catch(() => {});
    }
  })().catch(() => {});
  const { port } = listener.addr;
  const close = (connection: Deno.TcpConn): void => {
    try {
      connection.close();
    } catch {
      // The other side was faster.
    }
  };
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    seen: [],
    [Symbol.asyncDispose]: () => {
      listener.close();
      open.forEach(close);
      return Promise.resolve();
    },
  };
}

/** Length of {@link vectorFor}. */
export const DIMENSION = 64;

/** A vector that depends on the words of a text and on nothing else: texts with the same words are near. */
export function vectorFor(text: string): number[] {
  const vector: number[] = Array.from({ length: DIMENSION }, () => 0);
  for (const word of text.toLowerCase().match(/[a-z]+|\p{Script=Han}/gu) ?? [text]) {
    let hash = 2166136261;
    for (const char of word) hash = Math.imul(hash ^ (char.codePointAt(0) ?? 0), 16777619);
    const at = (hash >>> 0) % DIMENSION;
    vector[at] = (vector[at] ?? 0) + 1;
  }
  if (!vector.some((part) => part > 0)) vector[0] = 1;
  return vector;
}

/** The texts of a request for vectors. */
export function inputsOf({ body }: Seen): string[] {
  return body["input"] as string[];
}

/** As Ollama answers `/api/embed`. */
export function asOllama(request: Seen): Response {
  const texts = inputsOf(request);
  return Response.json({
    model: request.body["model"],
    embeddings: texts.map(vectorFor),
    prompt_eval_count: texts.length * 5,
  });
}

/** As OpenAI answers `/embeddings`, packed when that was asked for; the entries come in reverse, as they may. */
export function asOpenAi(request: Seen): Response {
  const texts = inputsOf(request);
  const packed = request.body["encoding_format"] === "base64";
  const data = texts.map((text, index) => {
    const vector = vectorFor(text);
    const bytes = new Uint8Array(new Float32Array(vector).buffer);
    return { object: "embedding", index, embedding: packed ? btoa(String.fromCharCode(...bytes)) : vector };
  }).reverse();
  return Response.json({ object: "list", data, usage: { prompt_tokens: texts.length * 5 } });
}

/** As Anthropic answers a question with a tool that has to be called. */
export function asAnthropic(ranking: unknown): () => Response {
  return () =>
    Response.json({
      type: "message",
      content: [{ type: "tool_use", id: "t1", name: "answer", input: { ranking } }],
      stop_reason: "tool_use",
      usage: { input_tokens: 1200, output_tokens: 30 },
    });
}

/** As a server that speaks like OpenAI answers in a shape. */
export function asChat(ranking: unknown): () => Response {
  const message = { role: "assistant", content: JSON.stringify({ ranking }) };
  const usage = { prompt_tokens: 1200, completion_tokens: 30 };
  return () => Response.json({ choices: [{ index: 0, message }], usage });
}

/** As Ollama's chat answers in a shape. */
export function asOllamaChat(ranking: unknown): () => Response {
  const message = { role: "assistant", content: JSON.stringify({ ranking }) };
  return () => Response.json({ message, done: true, prompt_eval_count: 1200, eval_count: 30 });
}
