import { CHUNK_BYTES } from "./limits.ts";
import { attempt } from "../model/attempt.ts";

/** Lines of text over a connection between two processes of this program. */

/** An open connection to another process. */
export type Connection = Pick<Deno.Conn, "read" | "write" | "close">;

/** Connects to a socket; undefined if nothing listens there. */
export type Connect = (address: string) => Promise<Connection | undefined>;

/**
 * Yields the received lines without line feeds, until the other side disconnects; an unterminated last line is dropped.
 *
 * @param longest maximum length of a line in UTF-16 code units; a longer one ends reading
 */
export async function* linesOf(connection: Connection, longest: number): AsyncGenerator<string, void> {
  const decoder = new TextDecoder();
  const chunk = new Uint8Array(CHUNK_BYTES);
  let rest = "";
  while (rest.length <= longest) {
    const size = await connection.read(chunk);
    if (size === null) return;
    const lines = (rest + decoder.decode(chunk.subarray(0, size), { stream: true })).split("\n");
    rest = lines.pop()!;
    yield* lines;
  }
}

/** Writes one line. */
export async function writeLine(connection: Connection, line: string): Promise<void> {
  await writeAll(connection, new TextEncoder().encode(`${line}\n`));
}

/** Writes all bytes. */
export async function writeAll(connection: Pick<Connection, "write">, bytes: Uint8Array): Promise<void> {
  for (let at = 0; at < bytes.length;) at += await connection.write(bytes.subarray(at));
}

/** Closes a connection; no error if it is closed already. */
export function drop(connection: Connection): void {
  // The other side may have closed it.
  attempt(() => connection.close());
}
