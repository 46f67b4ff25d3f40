import { MESSAGE_BYTES } from "./limits.ts";

/** An HTTP request through a Unix socket. */
export interface SocketRequest {
  /** True for POST; other methods only query. */
  readonly isPost: boolean;
  /** The bearer token; undefined if absent. */
  readonly token: string | undefined;
  readonly body: Uint8Array;
}

/** An HTTP status with an optional text. */
export interface SocketReply {
  readonly status: number;
  readonly text?: string;
}

/**
 * Serves HTTP on the Unix socket at `path`, which must be unused, until the process ends or the returned function is
 * called.
 */
export function serveSocket(
  path: string,
  answer: (request: SocketRequest) => Promise<SocketReply>,
): () => void {
  const server = Deno.serve(
    { path, onListen: () => {}, onError: () => reply({ status: 500 }) },
    async (request) => {
      const length = Number(request.headers.get("content-length") ?? "0");
      if (!(length <= MESSAGE_BYTES)) return reply({ status: 413 });
      const token = /^Bearer (\S+)$/.exec(request.headers.get("authorization") ?? "")?.[1];
      const body = new Uint8Array(await request.arrayBuffer());
      return reply(await answer({ isPost: request.method === "POST", token, body }));
    },
  );
  server.unref();
  return () => void server.shutdown();
}

function reply({ status, text }: SocketReply): Response {
  return new Response(text ?? null, { status });
}
