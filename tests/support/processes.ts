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
  /** Default: the tester's. */
  readonly cwd?: string;
  readonly env: Record<string, string>;
  /** Everything on standard input; absent: closed at once. */
  readonly input?: string | Uint8Array;
  /** Asked after each line of standard output for more input; null ends the input. Absent: it ends after `input`. */
  readonly next?: (line: string) => string | null;
  /** Called with the process id once it runs. */
  readonly started?: (pid: number) => void;
  /** Milliseconds until it is killed (default 60,000). */
  readonly timeout?: number;
}

/** Runs a program to its end with nothing of the tester's environment. */
export async function run(program: string, args: readonly string[], options: RunOptions): Promise<Ended> {
  const started = performance.now();
  const child = new Deno.Command(program, {
    args: [...args],
    ...(options.cwd && { cwd: options.cwd }),
    env: options.env,
    clearEnv: true,
    stdin: "piped",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  options.started?.(child.pid);
  const timer = setTimeout(() => child.kill("SIGKILL"), options.timeout ?? 60_000);
  const keys = child.stdin.getWriter();
  const feed = (input: string | Uint8Array): Promise<void> =>
    keys.write(typeof input === "string" ? new TextEncoder().encode(input) : input).catch(() => {});
  const end = (): Promise<void> => keys.close().catch(() => {});
  // Not awaited: a program may answer before it has read everything, and wait until the answer is read.
  const fed = feed(options.input ?? "").then(() => options.next ? undefined : end());
  const stderr = new Response(child.stderr).text();
  let stdout = "";
  let line = "";
  for await (const part of child.stdout.pipeThrough(new TextDecoderStream())) {
    stdout += part;
    const lines = (line + part).split("\n");
    line = lines.pop() ?? "";
    for (const complete of options.next ? lines : []) {
      const more = options.next?.(complete);
      if (more === null) await end();
      else if (more) await feed(more);
    }
  }
  const { code } = await child.status;
  await fed;
  if (options.next) await end();
  clearTimeout(timer);
  return { code, stdout, stderr: await stderr, took: performance.now() - started };
}

/** A failed command with all that helps: what ran, where, what it said. */
export function explain(what: string, ended: Ended): string {
  return `${what}: exit ${ended.code}\n--- stdout\n${ended.stdout.slice(-3000)}\n--- stderr\n${
    ended.stderr.slice(-3000)
  }`;
}
