import { MESSAGE_BYTES } from "./limits.ts";

/**
 * A `fetch` whose responses end with an error where they grow beyond every bound.
 *
 * @param caCerts authorities trusted beside the usual ones, PEM
 */
export function boundedFetch(
  caCerts: string[],
): (url: string | URL, init?: RequestInit) => Promise<Response> {
  const client = caCerts.length > 0 ? Deno.createHttpClient({ caCerts }) : undefined;
  return async (url, init) => {
    const response = await fetch(url, { ...init, ...(client && { client }) });
    let left = MESSAGE_BYTES;
    const transform = (chunk: Uint8Array, out: TransformStreamDefaultController<Uint8Array>): void =>
      (left -= chunk.length) < 0 ? out.error(new Error("the response is too large")) : out.enqueue(chunk);
    return new Response(response.body?.pipeThrough(new TransformStream({ transform })), response);
  };
}
