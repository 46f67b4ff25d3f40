/** How a process ended. */
export interface Ended {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
  /** Milliseconds from start to end. */
  readonly took: number;
}

/** What a process is started with. */
export interface RunOptions {
  readonly cwd: string;
  readonly env: Record<string, string>;
  /** Everything on standard input; absent: closed at once. */
  readonly input?: string;
  /** Milliseconds until it is killed (default 60,000). */
  readonly timeout?: number;
}

/** Runs a program to its end with nothing of the tester's environment. */
export async function run(program: string, args: readonly string[], options: RunOptions): Promise<Ended> {
  const started = performance.now();
  const child = new Deno.Command(program, {
    args: [...args],
    cwd: options.cwd,
    env: options.env,
    clearEnv: true,
    stdin: "piped",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  const timer = setTimeout(() => child.kill("SIGKILL"), options.timeout ?? 60_000);
  const input = new Blob([options.input ?? ""]).stream().pipeTo(child.stdin).catch(() => {});
  const output = await child.output();
  await input;
  clearTimeout(timer);
  const text = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);
  const took = performance.now() - started;
  return { code: output.code, stdout: text(output.stdout), stderr: text(output.stderr), took };
}

/** A failed command with all that helps: what ran, where, what it said. */
export function explain(what: string, ended: Ended): string {
  return `${what}: exit ${ended.code}\n--- stdout\n${ended.stdout.slice(-3000)}\n--- stderr\n${
    ended.stderr.slice(-3000)
  }`;
}
