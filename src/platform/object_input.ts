import { CHUNK_BYTES } from "./limits.ts";
import { concat } from "../model/concat.ts";

/** Reads standard input, whose writer may never close it. */

/** Finds the end of the JSON object or list that a stream of UTF-8 bytes begins with; its validity is not checked. */
export class ObjectEnd {
  #depth = 0;
  #isText = false;
  #isEscaped = false;
  #isOther = false;

  /**
   * Takes the next bytes; returns the number of them that belong to the object, once it is whole. Text that begins with
   * anything else is never whole.
   */
  feed(bytes: Uint8Array): number | undefined {
    for (let at = 0; at < bytes.length && !this.#isOther; at++) if (this.#take(bytes[at]!)) return at + 1;
    return undefined;
  }

  #take(byte: number): boolean {
    if (this.#isText) {
      if (this.#isEscaped) this.#isEscaped = false;
      else if (byte === BACKSLASH) this.#isEscaped = true;
      else if (byte === QUOTE) this.#isText = false;
    } else if (OPENING.has(byte)) this.#depth++;
    else if (CLOSING.has(byte)) return --this.#depth <= 0;
    else if (this.#depth === 0) this.#isOther = !BETWEEN.has(byte);
    else if (byte === QUOTE) this.#isText = true;
    return false;
  }
}

const BACKSLASH = 0x5c;
const QUOTE = 0x22;
const OPENING = bytesOf("{[");
const CLOSING = bytesOf("}]");
/** White space, and a byte order mark. */
const BETWEEN = bytesOf(" \t\r\n\ufeff");

function bytesOf(text: string): ReadonlySet<number> {
  return new Set(new TextEncoder().encode(text));
}

/**
 * Reads standard input, at most `limit` bytes. A closed or unreadable standard input reads as empty.
 *
 * @param limitMs reads up to the end of the JSON object that the input begins with, for at most this time in milliseconds;
 * default: reads all of it, whatever it is
 */
export async function readInput(limit: number, limitMs?: number): Promise<Uint8Array> {
  const end = limitMs === undefined ? undefined : new ObjectEnd();
  const chunks: Uint8Array[] = [];
  let size = 0;
  const late = Promise.withResolvers<null>();
  const timer = limitMs === undefined ? undefined : setTimeout(late.resolve, limitMs, null);
  try {
    while (size < limit) {
      const chunk = new Uint8Array(CHUNK_BYTES);
      const count = await Promise.race([Deno.stdin.read(chunk), late.promise]);
      if (count === null) break;
      const last = end?.feed(chunk.subarray(0, count));
      chunks.push(chunk.subarray(0, last ?? count));
      size += last ?? count;
      if (last !== undefined) break;
    }
  } catch {
    return new Uint8Array(0);
  } finally {
    clearTimeout(timer);
  }
  return concat(chunks);
}
