import { Failure } from "../model/errors.ts";
import { endChild, watch } from "./children.ts";
import { CHUNK_BYTES } from "./limits.ts";
import { env } from "./host_files.ts";

/** Starts a client's program on the terminal, or with its output read line by line. */

/** Result of a client's program. */
export interface ClientEnd {
  /** Exit code; 128 plus the signal number if a signal ended it. */
  readonly code: number;
  /** The end of its standard error. */
  readonly stderr: string;
}

/** Options of {@link streamClient}. */
export interface StreamOptions {
  /** Complete standard input. */
  readonly input: string;
  readonly onLine: (line: string) => void;
  /** Receives a function that interrupts the program; called after the start. */
  readonly onStart: (interrupt: () => void) => void;
}

/**
 * Runs a program on this terminal and returns its exit code. Signals reach it through the terminal or are forwarded;
 * this process outlives it, otherwise its exit code would be lost.
 *
 * @throws Failure if it cannot be started
 */
export async function runOnTerminal(program: string, args: readonly string[]): Promise<number> {
  const child = startProgram(program, {
    args: [...args],
    stdin: "inherit",
    stdout: "inherit",
    stderr: "inherit",
  });
  const release = (["SIGINT", "SIGQUIT", "SIGTERM", "SIGHUP"] as const).map((signal) => {
    // The terminal sends these two to the whole process group; a duplicate would force the child to quit.
    const fromTerminal = (signal === "SIGINT" || signal === "SIGQUIT") && Deno.stdin.isTerminal();
    const pass = (): void => fromTerminal ? undefined : endChild(child, signal);
    Deno.addSignalListener(signal, pass);
    return () => Deno.removeSignalListener(signal, pass);
  });
  const status = await child.status;
  for (const undo of release) undo();
  return status.code;
}

/**
 * Runs a program and passes each line of its standard output to `onLine`.
 *
 * @throws Failure if it cannot be started
 */
export async function streamClient(
  program: string,
  args: readonly string[],
  options: StreamOptions,
): Promise<ClientEnd> {
  const child = startProgram(program, { args: [...args], stdin: "piped", stdout: "piped", stderr: "piped" });
  options.onStart(() => endChild(child, "SIGINT"));
  const fed = feed(child, options.input);
  const stderrTail = tail(child.stderr);
  await eachLine(child.stdout, options.onLine);
  const [status, stderr] = await Promise.all([child.status, stderrTail, fed]);
  return { code: status.code, stderr };
}

/** Options of {@link runChild}. */
export interface ChildOptions {
  /** Complete standard input. */
  readonly input: string;
  /** True: collect standard output and discard standard error; default: inherit both. */
  readonly collect?: boolean;
  readonly cwd?: string;
  /** Environment variables in addition to the inherited ones. */
  readonly env?: Readonly<Record<string, string>>;
  /** Milliseconds after which the program is killed; default: never. */
  readonly timeout?: number;
}

/**
 * Runs a program to its end with `input` on its standard input; its output is inherited or collected.
 *
 * @throws Failure if it cannot be started
 */
export async function runChild(
  program: string,
  args: readonly string[],
  { input, collect = false, cwd, env, timeout }: ChildOptions,
): Promise<{ readonly code: number; readonly stdout: string }> {
  const child = startProgram(program, {
    args: [...args],
    stdin: "piped",
    stdout: collect ? "piped" : "inherit",
    stderr: collect ? "null" : "inherit",
    ...(cwd && { cwd }),
    ...(env && { env: { ...env } }),
  });
  if (timeout !== undefined) watch(child, timeout);
  const fed = feed(child, input);
  const stdout = collect ? await new Response(child.stdout).text() : "";
  const [{ code }] = await Promise.all([child.status, fed]);
  return { code, stdout };
}

/** Writes the whole input of a program; one that does not read all of it is no error, its exit code decides. */
function feed(child: Deno.ChildProcess, input: string): Promise<void> {
  return new Blob([input]).stream().pipeTo(child.stdin).catch(() => {});
}

/** Starts a program. @throws Failure if it cannot be started */
export function startProgram(program: string, options: Deno.CommandOptions): Deno.ChildProcess {
  try {
    return new Deno.Command(program, options).spawn();
  } catch (error) {
    throw new Failure("toolUnavailable", `cannot start ${program}: ${whyNot(error)}`, { cause: error });
  }
}

/** Reason of a failed start. Deno refuses to start programs while a variable could make them load foreign code. */
function whyNot(error: unknown): string {
  if (error instanceof Deno.errors.NotFound) return "not found on PATH";
  const preload = ["LD_PRELOAD", "LD_LIBRARY_PATH"].find((name) => env(name) !== undefined);
  return preload === undefined ? String(error) : `${preload} is set; unset it for this command`;
}

async function eachLine(stream: ReadableStream<Uint8Array>, onLine: (line: string) => void): Promise<void> {
  let rest = "";
  for await (const text of stream.pipeThrough(new TextDecoderStream())) {
    const lines = (rest + text).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) onLine(line);
  }
  if (rest !== "") onLine(rest);
}

async function tail(stream: ReadableStream<Uint8Array>): Promise<string> {
  let text = "";
  for await (const part of stream.pipeThrough(new TextDecoderStream())) {
    text = (text + part).slice(-CHUNK_BYTES);
  }
  return text;
}
