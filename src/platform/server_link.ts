import { onFailure } from "./permissions.ts";
import { endChild, LONGEST_RUN_MS, watch } from "./children.ts";
import { startProgram } from "./client_process.ts";
import { connectedWorker } from "./connected_worker.ts";
import { env } from "./host_files.ts";

/** A program that is a server on its standard input and output. */
export interface ServerProgram {
  readonly name: string;
  readonly args: readonly string[];
  readonly cwd: string;
}

/** Bytes a program may write altogether. */
const LARGEST_OUTPUT = 64 * 1024 * 1024;

/** Environment of a program: a wrapper on PATH sets whatever else it needs. */
const PASSED_ON = ["PATH", "HOME", "TMPDIR", "XDG_CONFIG_HOME", "XDG_CACHE_HOME"];

/** A thread that is connected to one server, and the program behind it if there is one; ended at the latest with the process. */
export class ServerLink {
  readonly #worker: Worker;
  readonly #child: Deno.ChildProcess | undefined;

  /**
   * Starts the thread. A program's output goes to it as `output`, its end as `ended`; the thread's messages are lines for the
   * program's standard input. Throws a Failure when the program cannot be started.
   *
   * @param module the thread's code
   * @param server all it may connect to, or a program
   * @param opening its first message
   */
  constructor(module: URL, server: URL | ServerProgram, opening: object) {
    const program = server instanceof URL ? undefined : server;
    this.#child = program && spawn(program);
    this.#worker = connectedWorker(module, server instanceof URL ? server : undefined);
    onFailure(this.#worker, () => {});
    this.tell(opening);
    if (this.#child) void this.#pump(this.#child);
  }

  /** Hands over a message. */
  tell(message: object, given: Transferable[] = []): void {
    this.#worker.postMessage(message, given);
  }

  /** Ends the thread and the program, at once. */
  end(): void {
    this.#worker.terminate();
    if (this.#child) endChild(this.#child);
  }

  async #pump(child: Deno.ChildProcess): Promise<void> {
    watch(child, LONGEST_RUN_MS);
    const writer = child.stdin.getWriter();
    this.#worker.onmessage = ({ data }: MessageEvent<string>) =>
      void writer.write(new TextEncoder().encode(data)).catch(() => {});
    let left = LARGEST_OUTPUT;
    try {
      for await (const bytes of child.stdout) {
        if ((left -= bytes.length) < 0) break;
        this.tell({ type: "output", bytes }, [bytes.buffer]);
      }
    } catch {
      // Its output broke off, which is an end as well.
    }
    endChild(child);
    this.tell({ type: "ended", why: left < 0 ? "its output was larger than every bound" : "it ended" });
    await writer.close().catch(() => {});
  }
}

function spawn({ name, args, cwd }: ServerProgram): Deno.ChildProcess {
  const variables = PASSED_ON.flatMap((key) => env(key) === undefined ? [] : [[key, env(key)!]]);
  const streams = { stdin: "piped", stdout: "piped", stderr: "null" } as const;
  const options = { args: [...args], cwd, clearEnv: true, env: Object.fromEntries(variables), ...streams };
  return startProgram(name, options);
}
