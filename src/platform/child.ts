import { feed, startProgram } from "./client_process.ts";

/** Result of a finished child process. */
export interface ChildResult {
  readonly code: number;
  readonly stdout: string;
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
}

/**
 * Runs a program with `input` on its standard input; its output is inherited or collected.
 *
 * @throws Failure if the program cannot be started
 */
export async function runChild(
  program: string,
  args: readonly string[],
  { input, collect = false, cwd, env }: ChildOptions,
): Promise<ChildResult> {
  const child = startProgram(program, {
    args: [...args],
    stdin: "piped",
    stdout: collect ? "piped" : "inherit",
    stderr: collect ? "null" : "inherit",
    ...(cwd && { cwd }),
    ...(env && { env: { ...env } }),
  });
  const fed = feed(child, input);
  const stdout = collect ? await new Response(child.stdout).text() : "";
  const [{ code }] = await Promise.all([child.status, fed]);
  return { code, stdout };
}
