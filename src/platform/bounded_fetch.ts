import { MOST_CONTAINERS } from "../model/json.ts";
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
    let [left, containers] = [MESSAGE_BYTES, 0];
    const transform = (chunk: Uint8Array, out: TransformStreamDefaultController<Uint8Array>): void => {
      for (const byte of chunk) if (byte === 0x5b || byte === 0x7b) containers++;
      if ((left -= chunk.length) >= 0 && containers <= MOST_CONTAINERS) out.enqueue(chunk);
      else out.error(new Error("the response is too large"));
    };
    return new Response(response.body?.pipeThrough(new TransformStream({ transform })), response);
  };
}
