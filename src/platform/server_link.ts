import { Failure } from "../model/errors.ts";
import { endChild, watch } from "./children.ts";
import { connectedWorker } from "./connected_worker.ts";
import { env } from "./environment.ts";

/** A thread that is connected to one server, and the program behind it if there is one. */

/** A program that is a server on its standard input and output. */
export interface ServerProgram {
  readonly name: string;
  readonly args: readonly string[];
  readonly cwd: string;
}

/** Bytes a server may say altogether, and how long it may run. */
const LARGEST_OUTPUT = 64 * 1024 * 1024;
const LONGEST_RUN_MS = 120_000;

/** Environment of a server: a wrapper on PATH sets whatever else it needs. */
const PASSED_ON = ["PATH", "HOME", "TMPDIR", "XDG_CONFIG_HOME", "XDG_CACHE_HOME"];

/** Messages to the thread that this side makes itself. */
type Told =
  | { readonly type: "heard"; readonly bytes: Uint8Array<ArrayBuffer> }
  | { readonly type: "ended"; readonly why: string };

/** A running link; ended with {@link end}, at the latest with the process. */
export class ServerLink {
  readonly #worker: Worker;
  #child: Deno.ChildProcess | undefined;

  /**
   * Starts the thread.
   *
   * @param module its code
   * @param url all it may connect to; absent: nothing
   */
  constructor(module: URL, url?: URL) {
    this.#worker = connectedWorker(module, url);
    this.#worker.onerror = (event) => event.preventDefault();
  }

  /** Hands over a message. */
  tell(message: unknown, given: Transferable[] = []): void {
    this.#worker.postMessage(message, given);
  }

  /**
   * Starts the program and connects its ends to the thread: `heard` for what it says, `ended` when it is over; a `say`
   * from the thread goes to its standard input.
   *
   * @throws Failure when it cannot be started
   */
  start(program: ServerProgram): void {
    const child = this.#child = spawn(program);
    watch(child, LONGEST_RUN_MS);
    const writer = child.stdin.getWriter();
    this.#worker.onmessage = ({ data }: MessageEvent<{ readonly line: string }>) => {
      writer.write(new TextEncoder().encode(data.line)).catch(() => {});
    };
    void this.#pump(child).finally(() => writer.close().catch(() => {}));
  }

  /** Ends the thread and the program, at once. */
  end(): void {
    this.#worker.terminate();
    if (this.#child) endChild(this.#child);
  }

  async #pump(child: Deno.ChildProcess): Promise<void> {
    const tell = (message: Told, given: Transferable[] = []): void => this.tell(message, given);
    let left = LARGEST_OUTPUT;
    try {
      for await (const bytes of child.stdout) {
        left -= bytes.length;
        if (left < 0) break;
        tell({ type: "heard", bytes }, [bytes.buffer]);
      }
    } catch {
      // Its output broke off, which is an end as well.
    }
    endChild(child);
    tell({ type: "ended", why: left < 0 ? "it said more than every bound" : "it ended" });
  }
}

function spawn({ name, args, cwd }: ServerProgram): Deno.ChildProcess {
  try {
    return new Deno.Command(name, {
      args: [...args],
      cwd,
      clearEnv: true,
      env: Object.fromEntries(PASSED_ON.flatMap((key) => {
        const value = env(key);
        return value === undefined ? [] : [[key, value]];
      })),
      stdin: "piped",
      stdout: "piped",
      stderr: "null",
    }).spawn();
  } catch (error) {
    const why = error instanceof Deno.errors.NotFound ? "not found on PATH" : "it cannot be started";
    throw new Failure("toolUnavailable", why, { cause: error });
  }
}
