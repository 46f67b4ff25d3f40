import { attempt } from "../model/attempt.ts";
import { env } from "./host_files.ts";
import { setPriority } from "node:os";

/**
 * This program as it may be started by itself: the file that runs, or where the system has no name for that, what PATH has
 * under its name.
 */
export const SELF = Deno.build.standalone && Deno.build.os === "linux" ? "/proc/self/exe" : "auto-tools";

/**
 * For the C library of Linux, whose heap is beside the engines' own: what is large is given back when it is freed, and threads
 * share two arenas. Without it 30 prompts on Django left 200 MB of holes, and the build of an index keeps what its
 * batches leave.
 */
export const LEAN_HEAP: Readonly<Record<string, string>> = {
  MALLOC_ARENA_MAX: "2",
  MALLOC_MMAP_THRESHOLD_: "65536",
  MALLOC_TRIM_THRESHOLD_: "131072",
};

/**
 * For a process that rests for long: from 16 kB on memory is given back, which compilers take and free by the thousand (a build,
 * which never rests, takes an eighth more time with it), and all threads share one arena, so that one takes what another
 * has freed.
 */
export const DAEMON_HEAP: Readonly<Record<string, string>> = {
  ...LEAN_HEAP,
  MALLOC_ARENA_MAX: "1",
  MALLOC_MMAP_THRESHOLD_: "16384",
};

/**
 * Starts this program again, beside this process and beyond its end, without input and output. False when it cannot be. It
 * stays in this process's session: Linux shares the processor among sessions, and in its own its low priority would count for
 * nothing. So it has to outlive what the terminal does to its session, see {@link outliveCaller}.
 *
 * @param isApart true for a daemon: in a session of its own, because people wait for it; default false
 */
export function startBeside(args: readonly string[], { isApart = false } = {}): boolean {
  const own = isApart ? { env: DAEMON_HEAP, detached: true } : { env: LEAN_HEAP };
  const child = attempt(() => begin(args, { stdin: "null", ...own }));
  child?.unref();
  return child !== undefined;
}

/** Starts this program again like {@link startBeside}, with `input` as its standard input. */
export async function startBesideWith(args: readonly string[], input: Uint8Array): Promise<boolean> {
  try {
    const child = begin(args, { env: LEAN_HEAP, stdin: "piped" });
    const writer = child.stdin.getWriter();
    await writer.write(input);
    await writer.close();
    child.unref();
    return true;
  } catch {
    return false;
  }
}

function begin(args: readonly string[], options: Deno.CommandOptions): Deno.ChildProcess {
  return new Deno.Command(SELF, { args: [...args], stdout: "null", stderr: "null", ...options }).spawn();
}

/** Signals of a terminal: it hangs up, it interrupts or suspends what runs in it. */
const OF_TERMINAL: readonly Deno.Signal[] = ["SIGHUP", "SIGINT", "SIGQUIT", "SIGTSTP", "SIGTTIN", "SIGTTOU"];

/**
 * Has this process go on whatever becomes of its session's terminal, and of the folder in which it was started. Relative
 * paths lead elsewhere from then on.
 */
export function outliveCaller(): void {
  attempt(() => Deno.chdir("/"));
  for (const name of OF_TERMINAL) attempt(() => Deno.addSignalListener(name, () => {}));
}

/** Set for the process that {@link runLean} starts, so that it starts no other. */
const IS_LEAN = "CI_AUTO_TOOLS_LEAN_HEAP";

/**
 * Runs the program with these arguments in a process with {@link LEAN_HEAP}, in the place of this one: with its output, and ended with it, however that ends. Returns its exit code; undefined where this is that process,
 * the system has no use for it, or none can be started.
 */
export async function runLean(args: readonly string[]): Promise<number | undefined> {
  if (!Deno.build.standalone || Deno.build.os !== "linux") return undefined;
  if (env(IS_LEAN) !== undefined) {
    void endWithParent();
    return undefined;
  }
  const streams = { stdin: "piped", stdout: "inherit", stderr: "inherit" } as const;
  const child = attempt(() => begin(args, { env: { ...LEAN_HEAP, [IS_LEAN]: "1" }, ...streams }));
  if (child === undefined) return undefined;
  const end = (): void => void attempt(() => child.kill("SIGTERM"));
  for (const name of SIGNALS) Deno.addSignalListener(name, end);
  const { code } = await child.status;
  for (const name of SIGNALS) Deno.removeSignalListener(name, end);
  return code;
}

const SIGNALS = ["SIGINT", "SIGTERM"] as const;

/** The parent keeps this process's input open and writes nothing: its end is the parent's. */
async function endWithParent(): Promise<void> {
  const input = new Uint8Array(1);
  while (await Deno.stdin.read(input) !== null);
  Deno.exit(1);
}

/** Starts this program again like {@link startBeside} and waits for its end. False where it cannot be started or fails. */
export async function runBeside(args: readonly string[]): Promise<boolean> {
  return (await attempt(() => begin(args, { stdin: "null" }))?.status)?.success === true;
}

/** Niceness of background work: 0 is the default, 19 the lowest priority. */
const BACKGROUND = 10;

/** Lowers the priority of this process and of threads started later. No effect if that is refused. */
export function yieldToOthers(): void {
  // Failure is harmless.
  attempt(() => setPriority(BACKGROUND));
}
