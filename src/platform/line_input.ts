import { createInterface } from "node:readline";
import process from "node:process";

/** Lines typed by a user or piped in by a program. */
export interface LineInput {
  /** The next line; undefined at the end of the input. */
  next(): Promise<string | undefined>;
  close(): void;
}

/**
 * Opens standard input for lines: with editing and history on a terminal. `onInterrupt` is called on Ctrl-C, which ends
 * neither this process nor the input.
 */
export function openLines(prompt: string, onInterrupt: () => void): LineInput {
  const terminal = process.stdin.isTTY === true;
  // The prompt belongs on the terminal, not in output read by another program.
  const reader = createInterface({
    input: process.stdin,
    ...(terminal && { output: process.stderr, prompt }),
    terminal,
    crlfDelay: Infinity,
  });
  const lines = reader[Symbol.asyncIterator]();
  reader.on("SIGINT", onInterrupt);
  Deno.addSignalListener("SIGINT", onInterrupt);
  return {
    next: async () => {
      if (terminal) reader.prompt();
      const { done, value } = await lines.next();
      return done ? undefined : value;
    },
    close: () => {
      Deno.removeSignalListener("SIGINT", onInterrupt);
      reader.close();
    },
  };
}

/** Resolves when standard input ends, for a server whose library reads it. */
export function endOfInput(): Promise<void> {
  return new Promise((resolve) => {
    process.stdin.once("end", () => resolve());
    process.stdin.once("close", () => resolve());
  });
}
