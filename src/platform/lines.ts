import { attempt } from "../model/attempt.ts";

/** Lines of text over a connection between two processes of this program. */

/** An open connection to another process. */
export type Connection = Pick<Deno.Conn, "read" | "write" | "close">;

/** Connects to a socket; undefined where nothing listens. */
export type Connect = (address: string) => Promise<Connection | undefined>;

const CHUNK = 64 * 1024;

/**
 * The lines that come, without their ends, until the other side is gone; what it did not end is no line.
 *
 * @param longest UTF-16 units beyond which a line is not ours: nothing more is read
 */
export async function* linesOf(connection: Connection, longest: number): AsyncGenerator<string, void> {
  const decoder = new TextDecoder();
  const chunk = new Uint8Array(CHUNK);
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
  const bytes = new TextEncoder().encode(`${line}\n`);
  for (let at = 0; at < bytes.length;) at += await connection.write(bytes.subarray(at));
}

/** Drops a connection; one that the other side dropped is no error. */
export function drop(connection: Connection): void {
  // The other side may have closed it.
  attempt(() => connection.close());
}
