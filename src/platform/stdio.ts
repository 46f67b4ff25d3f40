import { attempt } from "../model/attempt.ts";
import { concat } from "../model/concat.ts";

/** Standard input and output of the process. */

const CHUNK = 64 * 1024;

/** True when a person sits at standard input. */
export function stdinIsTerminal(): boolean {
  return Deno.stdin.isTerminal();
}

/** True when a person reads standard output. */
export function stdoutIsTerminal(): boolean {
  return Deno.stdout.isTerminal();
}

/**
 * All of standard input as bytes, up to `limit`; what lies beyond is left unread.
 * A closed or unreadable standard input reads as empty.
 */
export function readStdin(limit: number): Uint8Array {
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    while (size < limit) {
      const chunk = new Uint8Array(CHUNK);
      const count = Deno.stdin.readSync(chunk);
      if (count === null) break;
      chunks.push(chunk.subarray(0, count));
      size += count;
    }
  } catch {
    return new Uint8Array(0);
  }
  return concat(chunks);
}

/** Standard input as it comes, to its end. */
export function stdinChunks(): AsyncIterable<Uint8Array> {
  return Deno.stdin.readable;
}

/** Writes the whole text to standard output; a reader that went away is not an error. */
export function writeStdout(text: string): void {
  writeAll(Deno.stdout, text);
}

/** Writes the whole text to standard error; a reader that went away is not an error. */
export function writeStderr(text: string): void {
  writeAll(Deno.stderr, text);
}

function writeAll(stream: { writeSync(bytes: Uint8Array): number }, text: string): void {
  const bytes = new TextEncoder().encode(text);
  // Where the reader is gone, the exit code is still read.
  attempt(() => {
    for (let at = 0; at < bytes.length;) at += stream.writeSync(bytes.subarray(at));
  });
}
