import { Failure } from "../model/errors.ts";

/** How a finished child ended. */
export interface ChildResult {
  readonly code: number;
  readonly stdout: string;
}

/** How {@link runChild} sets a program up. */
export interface ChildOptions {
  /** Everything on its standard input. */
  readonly input: string;
  /** Whether its output is collected; else it goes where ours goes. */
  readonly collect?: boolean;
  readonly cwd?: string;
  /** Added to our own environment. */
  readonly env?: Readonly<Record<string, string>>;
}

/**
 * Runs a program with `input` on its standard input; its output goes where ours goes, or is collected.
 *
 * @throws Failure when the program cannot be started
 */
export async function runChild(
  program: string,
  args: readonly string[],
  options: ChildOptions,
): Promise<ChildResult> {
  const child = spawn(program, args, options);
  const writer = child.stdin.getWriter();
  // A child that does not read its input to the end is not our failure; its exit code speaks.
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
