import { endChild, watch } from "./children.ts";
import { env } from "./environment.ts";
import { concat } from "../model/concat.ts";

/**
 * Runs git for reading only. Whatever a repository's own configuration could make git execute is switched off, no
 * lock is taken, no network command exists here.
 */

/** Settings that win over the repository's own configuration. */
const HARDENING = [
  // A folder of a repository that looks like a bare one would be taken for one, with the work tree it names.
  "safe.bareRepository=explicit",
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

/** A quick question takes milliseconds: beyond this git hangs. Milliseconds. */
export const QUESTION_LIMIT_MS = 4000;
/** The same for a whole history, or the listing of half a million files on a busy machine. Milliseconds. */
export const STREAM_LIMIT_MS = 120_000;

/** The listing of a million files has some 60 MB; a history of 100,000 commits likewise. Bytes. */
const LARGEST_ANSWER = 128 * 1024 * 1024;
const LARGEST_STREAM = 512 * 1024 * 1024;
const LARGEST_COMPLAINT = 64 * 1024;

const PASSED_ON = ["PATH", "HOME", "XDG_CONFIG_HOME", "GIT_CEILING_DIRECTORIES", "TMPDIR"];

/** What {@link GitAnswer.stderr} says of a git that did not come to its end. */
export const GIT_LATE = "git took too long or said too much";

/** Output of a finished git. */
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

/**
 * Starts git in `folder`, for at most `limitMs`. Arguments are this program's own; values from outside go after `--`.
 */
export function startGit(
  folder: string,
  args: readonly string[],
  limitMs: number = QUESTION_LIMIT_MS,
): GitProcess {
  const child = spawnGit(folder, args);
  if (typeof child === "string") return { answer: Promise.resolve(failed(child)), kill: () => {} };
  watch(child, limitMs);
  return { answer: collect(child, limitMs), kill: () => endChild(child) };
}

/**
 * Starts git and passes on its output piece by piece; each piece belongs to the receiver. `answer` has no output then, and
 * is `ok` only when all of it was passed on.
 *
 * @param hasPatterns whether `*` in the paths, which are the program's own then, stands for any characters; default: for itself
 */
export function streamGit(
  folder: string,
  args: readonly string[],
  onChunk: (chunk: Uint8Array<ArrayBuffer>) => void,
  { hasPatterns = false }: { readonly hasPatterns?: boolean } = {},
): GitProcess {
  const child = spawnGit(folder, args, { stderr: "null", hasPatterns });
  if (typeof child === "string") return { answer: Promise.resolve(failed(child)), kill: () => {} };
  watch(child, STREAM_LIMIT_MS);
  const pump = async (): Promise<GitAnswer> => {
    try {
      let size = 0;
      for await (const chunk of child.stdout) {
        if ((size += chunk.length) > LARGEST_STREAM) throw new Error("git said too much");
        onChunk(chunk);
      }
      return { ok: (await child.status).success, stdout: new Uint8Array(0), stderr: "" };
    } catch (error) {
      endChild(child);
      return failed(String(error));
    }
  };
  return { answer: pump(), kill: () => endChild(child) };
}

/** All output of a git that may take as long as reading a whole history, in one piece. */
export async function readGit(folder: string, args: readonly string[]): Promise<GitAnswer> {
  const pieces: Uint8Array[] = [];
  const answer = await streamGit(folder, args, (chunk) => pieces.push(chunk)).answer;
  return { ...answer, stdout: concat(pieces) };
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
  options: { readonly stderr?: "null"; readonly stdin?: "piped"; readonly hasPatterns?: boolean } = {},
): Deno.ChildProcess | string {
  const settings = HARDENING.flatMap((setting) => ["-c", setting]);
  try {
    return new Deno.Command("git", {
      args: [
        "--no-pager",
        ...(options.hasPatterns ? [] : ["--literal-pathspecs"]),
        "-C",
        folder,
        ...settings,
        ...args,
      ],
      env: gitEnvironment(),
      clearEnv: true,
      stdin: options.stdin ?? "null",
      stdout: "piped",
      stderr: options.stderr ?? "piped",
    }).spawn();
  } catch (error) {
    return String(error);
  }
}

/** Runs git to its end or to its limits. */
export function runGit(folder: string, args: readonly string[], limitMs?: number): Promise<GitAnswer> {
  return startGit(folder, args, limitMs).answer;
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

/** Reads git's output; a git that is ended may have left a child which holds its output, so the end is not awaited. */
async function collect(child: Deno.ChildProcess, limitMs: number): Promise<GitAnswer> {
  const outputs = [new Reading(child.stdout, LARGEST_ANSWER), new Reading(child.stderr, LARGEST_COMPLAINT)];
  const timer = setTimeout(() => outputs.forEach((output) => output.stop()), limitMs);
  try {
    const [stdout, stderr] = await Promise.all(outputs.map((output) => output.whole()));
    if (!stdout || !stderr) return failed(GIT_LATE);
    const { success } = await child.status;
    return { ok: success, stdout, stderr: success ? "" : new TextDecoder().decode(stderr).trim() };
  } catch (error) {
    return failed(String(error));
  } finally {
    clearTimeout(timer);
    endChild(child);
  }
}

/** One output of a child, read up to a limit. */
class Reading {
  readonly #reader: ReadableStreamDefaultReader<Uint8Array<ArrayBuffer>>;
  #isStopped = false;

  constructor(stream: ReadableStream<Uint8Array<ArrayBuffer>>, readonly limit: number) {
    this.#reader = stream.getReader();
  }

  /** Everything; undefined when it was stopped or is longer than the limit. */
  async whole(): Promise<Uint8Array<ArrayBuffer> | undefined> {
    const chunks: Uint8Array[] = [];
    let size = 0;
    for (;;) {
      const { done, value } = await this.#reader.read();
      if (done || this.#isStopped) break;
      chunks.push(value);
      if ((size += value.length) > this.limit) this.stop();
    }
    return this.#isStopped ? undefined : concat(chunks);
  }

  stop(): void {
    this.#isStopped = true;
    void this.#reader.cancel().catch(() => {});
  }
}

function failed(stderr: string): GitAnswer {
  return { ok: false, stdout: new Uint8Array(0), stderr };
}
