/** Bytes of one response's body. */
const LARGEST_BODY = 16 * 1024 * 1024;

/** `fetch` whose response ends with an error where it grows beyond every bound. */
export async function boundedFetch(url: string | URL, init?: RequestInit): Promise<Response> {
  const response = await fetch(url, init);
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
