/** A server of Bazel's remote-cache protocol on loopback, with the faults of real ones. */

/** One that takes notes. */
export interface TestCache extends AsyncDisposable {
  /** `http://127.0.0.1:PORT/team`. */
  readonly url: string;
  /** Blobs by `cas/HASH` and `ac/KEY`; may be changed. */
  readonly blobs: Map<string, Uint8Array<ArrayBuffer>>;
  /** `METHOD PATH` of each request, and its `authorization`. */
  readonly seen: { readonly request: string; readonly token: string | null }[];
  /** Answers instead, where it returns something. */
  fault: (request: Request, path: string) => Response | undefined;
}

/** Starts one. */
export function startRemoteCache(): TestCache {
  const end = new AbortController();
  const blobs = new Map<string, Uint8Array<ArrayBuffer>>();
  const seen: TestCache["seen"] = [];
  const cache: Omit<TestCache, "url" | typeof Symbol.asyncDispose> = { blobs, seen, fault: () => undefined };
  const answer = async (request: Request): Promise<Response> => {
    const { pathname } = new URL(request.url);
    const path = pathname.replace("/team/", "");
    seen.push({ request: `${request.method} ${path}`, token: request.headers.get("authorization") });
    const body = new Uint8Array(await request.arrayBuffer());
    const faulty = cache.fault(request, path);
    if (faulty) return faulty;
    if (!/^(?:ac|cas)\/[0-9a-f]{64}$/.test(path)) return new Response("no such place", { status: 400 });
    if (request.method === "PUT") {
      blobs.set(path, body);
      return new Response(null, { status: 201 });
    }
    const blob = blobs.get(path);
    return blob ? new Response(blob) : new Response("none", { status: 404 });
  };
  const options = { hostname: "127.0.0.1", port: 0, onListen: () => {}, signal: end.signal };
  const server = Deno.serve(options, answer);
  return Object.assign(cache, {
    url: `http://127.0.0.1:${server.addr.port}/team`,
    [Symbol.asyncDispose]: () => {
      end.abort();
      return server.finished;
    },
  });
}
