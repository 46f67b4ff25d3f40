import { endChild, watch } from "./children.ts";
import { env } from "./environment.ts";

/**
 * Runs git for reading only. Whatever a repository's own configuration could make git execute is switched off, no
 * lock is taken, no network command exists here.
 */

/** Settings that win over the repository's own configuration. */
const HARDENING = [
  "core.fsmonitor=false",
  "core.hooksPath=/dev/null",
  "core.pager=cat",
  "core.sshCommand=false",
  "core.editor=false",
  "core.askPass=false",
  "core.alternateRefsCommand=false",
  "diff.external=",
  "diff.trustExitCode=false",
  "interactive.diffFilter=",
  "credential.helper=",
  "protocol.allow=never",
  "submodule.recurse=false",
  "log.showSignature=false",
  "gpg.program=false",
  "uploadpack.packObjectsHook=",
  // Files a repository may name: one that never ends (a device, a pipe) would keep git reading.
  "core.attributesFile=/dev/null",
  "diff.orderFile=",
  "log.mailmap=false",
  "mailmap.file=",
  "mailmap.blob=",
];

/** A quick question takes milliseconds, a whole history some seconds: beyond these git hangs. Milliseconds. */
const QUESTION_LIMIT_MS = 4000;
const STREAM_LIMIT_MS = 120_000;

const PASSED_ON = ["PATH", "HOME", "XDG_CONFIG_HOME", "GIT_CEILING_DIRECTORIES", "TMPDIR"];

/** What a finished git said. */
export interface GitAnswer {
  readonly ok: boolean;
  readonly stdout: Uint8Array<ArrayBuffer>;
  readonly stderr: string;
}

/** A running git that can be ended. */
export interface GitProcess {
  /** Never rejects: a git that is missing or refused answers `ok: false`. */
  readonly answer: Promise<GitAnswer>;
  kill(): void;
}

/** Starts git in `folder`. Arguments are this program's own; values from outside go after `--`. */
export function startGit(folder: string, args: readonly string[]): GitProcess {
  const child = spawnGit(folder, args);
  if (typeof child === "string") return { answer: Promise.resolve(failed(child)), kill: () => {} };
  watch(child, QUESTION_LIMIT_MS);
  return { answer: collect(child), kill: () => endChild(child) };
}

/**
 * Starts git and hands over its output piece by piece, each piece the receiver's own. `answer` has no output then, and
 * is `ok` only when all of it was handed over.
 */
export function streamGit(
  folder: string,
  args: readonly string[],
  onChunk: (chunk: Uint8Array<ArrayBuffer>) => void,
): GitProcess {
  const child = spawnGit(folder, args, { stderr: "null" });
  if (typeof child === "string") return { answer: Promise.resolve(failed(child)), kill: () => {} };
  watch(child, STREAM_LIMIT_MS);
  const pump = async (): Promise<GitAnswer> => {
    try {
      for await (const chunk of child.stdout) onChunk(chunk);
      return { ok: (await child.status).success, stdout: new Uint8Array(0), stderr: "" };
    } catch (error) {
      return failed(String(error));
    }
  };
  return { answer: pump(), kill: () => endChild(child) };
}

/** Starts a git that is asked through its standard input; undefined when it is missing or refused. */
export function converseWithGit(folder: string, args: readonly string[]): Deno.ChildProcess | undefined {
  const child = spawnGit(folder, args, { stderr: "null", stdin: "piped" });
  if (typeof child === "string") return undefined;
  watch(child, STREAM_LIMIT_MS);
  return child;
}

/** The running child, or why there is none. */
function spawnGit(
  folder: string,
  args: readonly string[],
  pipes: { readonly stderr?: "null"; readonly stdin?: "piped" } = {},
): Deno.ChildProcess | string {
  const settings = HARDENING.flatMap((setting) => ["-c", setting]);
  try {
    return new Deno.Command("git", {
      args: ["--no-pager", "--literal-pathspecs", "-C", folder, ...settings, ...args],
      env: gitEnvironment(),
      clearEnv: true,
      stdin: pipes.stdin ?? "null",
      stdout: "piped",
      stderr: pipes.stderr ?? "piped",
    }).spawn();
  } catch (error) {
    return String(error);
  }
}

/** Runs git to its end. */
export function runGit(folder: string, args: readonly string[]): Promise<GitAnswer> {
  return startGit(folder, args).answer;
}

function gitEnvironment(): Record<string, string> {
  const result: Record<string, string> = {
    GIT_OPTIONAL_LOCKS: "0",
    GIT_TERMINAL_PROMPT: "0",
    GIT_PAGER: "cat",
    GIT_NO_LAZY_FETCH: "1",
    GIT_NO_REPLACE_OBJECTS: "1",
    GIT_ATTR_NOSYSTEM: "1",
    LC_ALL: "C",
  };
  for (const name of PASSED_ON) {
    const value = env(name);
    if (value !== undefined) result[name] = value;
  }
  return result;
}

async function collect(child: Deno.ChildProcess): Promise<GitAnswer> {
  try {
    const output = await child.output();
    return {
      ok: output.success,
      stdout: output.stdout,
      stderr: output.success ? "" : new TextDecoder().decode(output.stderr.subarray(0, 2000)).trim(),
    };
  } catch (error) {
    return failed(String(error));
  }
}

function failed(stderr: string): GitAnswer {
  return { ok: false, stdout: new Uint8Array(0), stderr };
}
