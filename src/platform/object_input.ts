import { concat } from "../model/concat.ts";

/** Reads one JSON object from standard input, whose writer may never close it. */

const CHUNK = 64 * 1024;

/** True if the UTF-8 bytes begin with one whole JSON object or list, apart from white space before it. */
export function isWholeObject(bytes: Uint8Array): boolean {
  const text = new TextDecoder().decode(bytes).trimStart();
  return (text.startsWith("{") || text.startsWith("[")) && wholePart(text) !== undefined;
}

/** Text up to the end of its JSON value, where the engine's parser reports more behind it; undefined if it is not whole. */
function wholePart(text: string): string | undefined {
  try {
    JSON.parse(text);
    return text;
  } catch (error) {
    const end = /after JSON at position (\d+)/.exec(String(error))?.[1];
    return end === undefined ? undefined : text.slice(0, Number(end));
  }
}

/**
 * Reads standard input up to the end of its JSON object, at most to its end, `limit` bytes, or for `limitMs`
 * milliseconds. A closed or unreadable standard input reads as empty.
 */
export async function readObject(limit: number, limitMs: number): Promise<Uint8Array> {
  let bytes = new Uint8Array(0);
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<null>((resolve) => timer = setTimeout(resolve, limitMs, null));
  try {
    while (bytes.length < limit && !isWholeObject(bytes)) {
      const chunk = new Uint8Array(CHUNK);
      const count = await Promise.race([Deno.stdin.read(chunk), late]);
      if (count === null) break;
      bytes = concat([bytes, chunk.subarray(0, count)]);
    }
  } catch {
    return new Uint8Array(0);
  } finally {
    clearTimeout(timer);
  }
  const text = new TextDecoder().decode(bytes);
  const part = isWholeObject(bytes) ? wholePart(text.trimStart()) : undefined;
  return part === undefined ? bytes : new TextEncoder().encode(part);
}
