import { TOOL_NAMES } from "../../src/model/tools.ts";
import { type Ended, run } from "./processes.ts";

/** The compiled program, run as strangers run it. */

/** The binary under test: AUTO_TOOLS_TEST_BINARY, else dist/auto-tools. */
export const BINARY: string = Deno.env.get("AUTO_TOOLS_TEST_BINARY") ??
  new URL("../../dist/auto-tools", import.meta.url).pathname;

/** How one run is set up. */
export interface RunOptions {
  readonly cwd?: string;
  readonly stdin?: string | Uint8Array;
  /** On top of PATH and an empty HOME. */
  readonly env?: Record<string, string>;
  /** Called with the process id once it runs. */
  readonly started?: (pid: number) => void;
  /** See {@link run}: more input after a line of output; null ends the input. */
  readonly next?: (line: string) => string | null;
  /** The program called, when it is not the binary by its own name. */
  readonly program?: string;
}

/** An empty home for runs that do not care. */
export const EMPTY_HOME: string = Deno.makeTempDirSync({ prefix: "auto-tools-home-" });
addEventListener("unload", () => Deno.removeSync(EMPTY_HOME, { recursive: true }));

/** Settings that give every tool time. */
export const PATIENT_SETTINGS: string = "budget:\n  wall_ms: 60000\ntools:\n" +
  TOOL_NAMES.map((tool) => `  ${tool}:\n    timeout_ms: 30000\n`).join("");

/**
 * A home whose settings give every tool time: for runs whose answer is looked at, on machines that have other work.
 */
export const PATIENT_HOME: string = Deno.makeTempDirSync({ prefix: "auto-tools-home-" });
addEventListener("unload", () => Deno.removeSync(PATIENT_HOME, { recursive: true }));
Deno.mkdirSync(`${PATIENT_HOME}/.config/auto-tools`, { recursive: true });
Deno.writeTextFileSync(`${PATIENT_HOME}/.config/auto-tools/auto-tools.yaml`, PATIENT_SETTINGS);

/** One process is tested, without a daemon; the daemon's own specs set this otherwise. */
const NO_DAEMON = { CI_AUTO_TOOLS_DAEMON_IDLE_S: "0" };

/** No run takes so long; one that hangs is killed. */
const LONGEST_MS = 600_000;

/** Runs the binary to its end. */
export async function runBinary(args: readonly string[], options: RunOptions = {}): Promise<Ended> {
  try {
    Deno.statSync(BINARY);
  } catch {
    throw new Error(`the binary under test is missing: ${BINARY}; run \`deno task compile\``);
  }
  return await run(options.program ?? BINARY, args, {
    ...(options.cwd && { cwd: options.cwd }),
    env: { PATH: Deno.env.get("PATH") ?? "", HOME: EMPTY_HOME, ...NO_DAEMON, ...options.env },
    input: options.stdin ?? "",
    ...(options.next && { next: options.next }),
    ...(options.started && { started: options.started }),
    timeout: LONGEST_MS,
  });
}

/** One UserPromptSubmit payload as Claude Code sends it. */
export function payload(prompt: string, cwd: string, extra: Record<string, unknown> = {}): string {
  return JSON.stringify({
    session_id: "7a536849-2728-4841-9cca-611e925e5c77",
    transcript_path: `${cwd}/transcript.jsonl`,
    cwd,
    permission_mode: "default",
    hook_event_name: "UserPromptSubmit",
    prompt,
    ...extra,
  }) + "\n";
}

/**
 * Runs the hook and answers the context that would reach the model; empty for silence. Fails on any stray byte. Every
 * run is a session of its own unless `session` names one, and its tools have time.
 */
export async function hookContext(
  prompt: string,
  cwd: string,
  options: Omit<RunOptions, "stdin" | "cwd"> & { readonly session?: string } = {},
): Promise<string> {
  const { session = crypto.randomUUID(), ...rest } = options;
  const { code, stdout, stderr } = await runBinary(["hook"], {
    ...rest,
    env: { HOME: PATIENT_HOME, ...rest.env },
    cwd,
    stdin: payload(prompt, cwd, { session_id: session }),
  });
  if (code !== 0 || stderr !== "") {
    throw new Error(`hook: exit ${code}, stderr: ${stderr}, stdout: ${stdout}`);
  }
  if (stdout === "") return "";
  const output = JSON.parse(stdout);
  if (output.hookSpecificOutput === undefined) return "";
  if (output.hookSpecificOutput.hookEventName !== "UserPromptSubmit") {
    throw new Error(`foreign event: ${stdout}`);
  }
  return output.hookSpecificOutput.additionalContext;
}

/** Waits until something that a detached process does is done; fails after 20 seconds. */
export async function eventually(isDone: () => boolean): Promise<void> {
  for (let waited = 0; !isDone(); waited += 50) {
    if (waited > 20_000) throw new Error("a detached process did not do its work");
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
