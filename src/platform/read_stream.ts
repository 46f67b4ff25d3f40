import { concat } from "../model/concat.ts";

/** All bytes of a stream; undefined if it is longer than `most` bytes or the signal comes first. The rest is dropped then. */
export async function readStream(
  stream: ReadableStream<Uint8Array>,
  most: number,
  signal?: AbortSignal,
): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const reader = stream.getReader();
  const stop = (): void => void reader.cancel().catch(() => {});
  signal?.addEventListener("abort", stop);
  const parts: Uint8Array[] = [];
  let size = 0;
  for (let read = await reader.read(); !read.done; read = await reader.read()) {
    parts.push(read.value);
    size += read.value.length;
    if (size > most) stop();
  }
  return size > most || signal?.aborted ? undefined : concat(parts);
}
