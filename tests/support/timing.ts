/** Whole-process timings: what a user waits for. */

/** Milliseconds of many runs. */
export class Timings {
  readonly #values: number[] = [];

  add(milliseconds: number): void {
    this.#values.push(milliseconds);
  }

  /** The value below which the share `q` (0 to 1) of the runs stays. */
  quantile(q: number): number {
    const sorted = [...this.#values].sort((a, b) => a - b);
    return sorted[Math.min(sorted.length - 1, Math.ceil(q * sorted.length) - 1)] ?? NaN;
  }

  /** `p50 1.0  p95 2.0  p99 3.0  (n 20)`. */
  toString(): string {
    const shown = [0.5, 0.95, 0.99].map((q) => `p${q * 100} ${this.quantile(q).toFixed(1).padStart(7)}`);
    return `${shown.join("  ")}  (n ${this.#values.length})`;
  }
}

/** A command that is timed. */
export interface Timed {
  readonly name: string;
  readonly program: string;
  readonly args: readonly string[];
  readonly stdin: string;
  readonly cwd?: string;
  /** On top of this process's environment. */
  readonly env?: Readonly<Record<string, string>>;
}

/** Runs the commands in turn, A B A B, so that a machine that changes its pace changes it for all. */
export async function timeInTurn(commands: readonly Timed[], runs: number): Promise<Map<string, Timings>> {
  const results = new Map(commands.map((command) => [command.name, new Timings()]));
  for (let run = -1; run < runs; run++) {
    for (const command of commands) {
      const took = await timeOnce(command);
      if (run >= 0) results.get(command.name)?.add(took);
    }
  }
  return results;
}

async function timeOnce(command: Timed): Promise<number> {
  const started = performance.now();
  const child = new Deno.Command(command.program, {
    args: [...command.args],
    ...(command.cwd && { cwd: command.cwd }),
    ...(command.env && { env: { ...command.env } }),
    stdin: "piped",
    stdout: "null",
    stderr: "null",
  }).spawn();
  const writer = child.stdin.getWriter();
  await writer.write(new TextEncoder().encode(command.stdin)).catch(() => {});
  await writer.close().catch(() => {});
  await child.status;
  return performance.now() - started;
}

/** An empty program compiled like ours: the floor under every timing. */
export async function compileEmpty(folder: string): Promise<string> {
  const source = `${folder}/empty.js`;
  const output = `${folder}/empty`;
  Deno.writeTextFileSync(source, "");
  const { success } = await new Deno.Command(Deno.execPath(), {
    args: ["compile", "--quiet", "--no-config", "--no-check", "--output", output, source],
    cwd: folder,
  }).output();
  if (!success) {
    throw new Error("cannot compile the empty program: is DENORT_BIN set on a network without Deno's site");
  }
  return output;
}
