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
  const lines: string[] = [];
  const waiting: ((line: string | undefined) => void)[] = [];
  let ended = false;
  reader.on("line", (line) => {
    const waiter = waiting.shift();
    if (waiter) waiter(line);
    else lines.push(line);
  });
  reader.on("close", () => {
    ended = true;
    for (const waiter of waiting.splice(0)) waiter(undefined);
  });
  reader.on("SIGINT", onInterrupt);
  Deno.addSignalListener("SIGINT", onInterrupt);
  return {
    next: () => {
      if (lines.length > 0) return Promise.resolve(lines.shift());
      if (ended) return Promise.resolve(undefined);
      if (terminal) reader.prompt();
      return new Promise((resolve) => waiting.push(resolve));
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
