/** A program in a pseudo-terminal, by way of `script`. */

/** What is seen and typed. */
export interface Terminal extends AsyncDisposable {
  /** Everything shown so far, control sequences included. */
  screen(): string;
  type(text: string): Promise<void>;
  /** Waits until `condition` holds; the screen is part of the failure. */
  until(condition: () => boolean): Promise<void>;
  /** The exit code once the program ended. */
  readonly ended: Promise<number>;
}

const PATIENCE_MS = 20_000;

/** Whether this machine can make one; says so when not. */
export async function hasTerminal(): Promise<boolean> {
  const { success } = await new Deno.Command("sh", { args: ["-c", "command -v script"], stdout: "null" })
    .output();
  if (!success) console.error("SKIPPED: tests in a pseudo-terminal: no `script` on PATH");
  return success;
}

/** Starts a shell command in a terminal of 160 columns and 50 rows. */
export function openTerminal(
  command: string,
  options: { cwd: string; env: Record<string, string> },
): Terminal {
  const child = new Deno.Command("script", {
    args: ["-qfec", `stty rows 50 cols 160; ${command}`, "/dev/null"],
    cwd: options.cwd,
    env: { ...options.env, TERM: "xterm-256color" },
    clearEnv: true,
    stdin: "piped",
    stdout: "piped",
    stderr: "null",
  }).spawn();
  const keys = child.stdin.getWriter();
  const type = (text: string): Promise<void> => keys.write(new TextEncoder().encode(text)).catch(() => {});
  let shown = "";
  const stop = new AbortController();
  const texts = new TextDecoderStream();
  const piping = child.stdout.pipeTo(texts.writable, { signal: stop.signal }).catch(() => {});
  const reading = (async () => {
    for await (const part of texts.readable) {
      shown += part;
      // A real terminal answers these questions: where the cursor is, what it can do.
      if (part.includes("\x1b[6n")) await type("\x1b[1;1R");
      if (part.includes("\x1b[c")) await type("\x1b[?62;c");
    }
  })().catch(() => {});
  return {
    screen: () => shown,
    type,
    until: async (condition) => {
      for (let waited = 0; !condition(); waited += 50) {
        if (waited > PATIENCE_MS) throw new Error(`it did not happen; the screen:\n${shown.slice(-3000)}`);
        await new Promise((done) => setTimeout(done, 50));
      }
    },
    ended: child.status.then(({ code }) => code),
    [Symbol.asyncDispose]: async () => {
      try {
        child.kill("SIGKILL");
      } catch {
        // It ended by itself.
      }
      await keys.close().catch(() => {});
      await child.status;
      // What the program started may hold its output open.
      stop.abort();
      await Promise.all([piping, reading]);
    },
  };
}
