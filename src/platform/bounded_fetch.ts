/** Bytes of one response's body. */
const LARGEST_BODY = 16 * 1024 * 1024;

/** `fetch` as transports are given it. */
export type Fetch = (url: string | URL, init?: RequestInit) => Promise<Response>;

/**
 * A `fetch` whose responses end with an error where they grow beyond every bound.
 *
 * @param certificates authorities trusted beside the usual ones, PEM
 */
export function boundedFetch(certificates: readonly string[]): Fetch {
  const client = certificates.length > 0 ? Deno.createHttpClient({ caCerts: [...certificates] }) : undefined;
  return async (url, init) => bounded(await fetch(url, { ...init, ...(client && { client }) }));
}

function bounded(response: Response): Response {
  if (!response.body) return response;
  let left = LARGEST_BODY;
  const bound = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      left -= chunk.length;
      if (left < 0) controller.error(new Error("the response is too large"));
      else controller.enqueue(chunk);
    },
  });
  const { status, statusText, headers } = response;
  return new Response(response.body.pipeThrough(bound), { status, statusText, headers });
}
