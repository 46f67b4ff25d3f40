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
];

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
  try {
    const child = new Deno.Command("git", {
      args: [
        "--no-pager",
        "--literal-pathspecs",
        "-C",
        folder,
        ...HARDENING.flatMap((setting) => ["-c", setting]),
        ...args,
      ],
      env: gitEnvironment(),
      clearEnv: true,
      stdin: "null",
      stdout: "piped",
      stderr: "piped",
    }).spawn();
    return { answer: collect(child), kill: () => kill(child) };
  } catch (error) {
    return { answer: Promise.resolve(failed(String(error))), kill: () => {} };
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

function kill(child: Deno.ChildProcess): void {
  try {
    child.kill("SIGKILL");
  } catch {
    // It ended by itself.
  }
}

function failed(stderr: string): GitAnswer {
  return { ok: false, stdout: new Uint8Array(0), stderr };
}
