import { Failure } from "../model/errors.ts";

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
  options: ChildOptions,
): Promise<ChildResult> {
  const child = spawn(program, args, options);
  const writer = child.stdin.getWriter();
  // A child that does not read all of its input is not an error; its exit code decides.
  const written = writer.write(new TextEncoder().encode(options.input)).then(() => writer.close()).catch(
    () => {},
  );
  const output = options.collect ? await child.output() : undefined;
  await written;
  const status = await child.status;
  return { code: status.code, stdout: output ? new TextDecoder().decode(output.stdout) : "" };
}

function spawn(
  program: string,
  args: readonly string[],
  options: ChildOptions,
): Deno.ChildProcess {
  try {
    return new Deno.Command(program, {
      args: [...args],
      stdin: "piped",
      stdout: options.collect ? "piped" : "inherit",
      stderr: options.collect ? "null" : "inherit",
      ...(options.cwd && { cwd: options.cwd }),
      ...(options.env && { env: { ...options.env } }),
    }).spawn();
  } catch (error) {
    const why = error instanceof Deno.errors.NotFound ? "not found on PATH" : String(error);
    throw new Failure("toolUnavailable", `cannot start ${program}: ${why}`, { cause: error });
  }
}
