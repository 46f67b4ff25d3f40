import { attempt } from "../model/attempt.ts";

/** Standard input and output of the process. */

/** True if standard input is a terminal. */
export function stdinIsTerminal(): boolean {
  return Deno.stdin.isTerminal();
}

/** True if standard output is a terminal. */
export function stdoutIsTerminal(): boolean {
  return Deno.stdout.isTerminal();
}

/** Standard input as a stream. */
export function stdinChunks(): AsyncIterable<Uint8Array> {
  return Deno.stdin.readable;
}

/** Writes a text to standard output; no error if the reader is gone. */
export function writeStdout(text: string): void {
  writeAll(Deno.stdout, text);
}

/** Writes a text to standard error; no error if the reader is gone. */
export function writeStderr(text: string): void {
  writeAll(Deno.stderr, text);
}

function writeAll(stream: { writeSync(bytes: Uint8Array): number }, text: string): void {
  const bytes = new TextEncoder().encode(text);
  // If the reader is gone, the exit code still counts.
  attempt(() => {
    for (let at = 0; at < bytes.length;) at += stream.writeSync(bytes.subarray(at));
  });
}
