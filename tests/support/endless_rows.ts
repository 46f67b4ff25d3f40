import type { Provider } from "./provider.ts";
import { startRaw } from "./provider.ts";

/** Messages of PostgreSQL's protocol, and a server whose rows never end. */

/** A message to a client: its letter, its length, its content. */
export function message(letter: string, ...content: readonly (number | string)[]): Uint8Array {
  const encoder = new TextEncoder();
  const bytes = content.flatMap((part) => typeof part === "number" ? [part] : [...encoder.encode(part)]);
  return Uint8Array.of(letter.charCodeAt(0), 0, 0, 0, bytes.length + 4, ...bytes);
}

export const OK: Uint8Array = message("R", 0, 0, 0, 0);
export const READY: Uint8Array = message("Z", "I");

/** Starts the server; `onSent` gets the number of bytes of every part that was written. */
export function endlessRows(onSent: (bytes: number) => void = () => {}): Provider {
  const row = message("D", 0, 1, 0, 0, 0, 1, "7");
  // One column "id" of four-byte integers.
  const column = message("T", 0, 1, "id\0\0\0\0\0\0\0", 0, 0, 0, 23, 0, 4, "\0\0\0\0\0\0");
  const rows = new Uint8Array(row.length * 20_000);
  for (let at = 0; at < rows.length; at += row.length) rows.set(row, at);
  return startRaw(async (connection) => {
    const buffer = new Uint8Array(4096);
    for (const answer of [[OK, READY], [message("1"), message("2"), column]]) {
      await connection.read(buffer);
      for (const part of answer) await connection.write(part);
    }
    for (let sent = 0;;) {
      const bytes = await connection.write(rows.subarray(sent % rows.length));
      sent += bytes;
      onSent(bytes);
    }
  });
}
