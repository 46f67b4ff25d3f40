import { CHUNK_BYTES } from "./limits.ts";
import { endChild, LONGEST_RUN_MS, watch } from "./children.ts";
import { env } from "./host_files.ts";
import { readStream } from "./read_stream.ts";

/**
 * Runs git for reading only. Everything that a repository's configuration could make git execute is disabled, no lock
 * is taken, and no network command is used.
 */

/** Settings that override the repository's configuration. */
const HARDENING = [
  // Without it, a folder that looks like a bare repository would be used as one, with the work tree it names.
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
  // Larger files are not compared by their lines, which would take all of them into memory.
  "core.bigFileThreshold=16m",
  "log.showSignature=false",
  "gpg.program=false",
  "uploadpack.packObjectsHook=",
  // Files that a repository may name: an endless one (a device, a pipe) would keep git reading.
  "core.attributesFile=/dev/null",
  "diff.orderFile=",
  "log.mailmap=false",
  "mailmap.file=",
  "mailmap.blob=",
];

/** Timeout of a quick command in milliseconds: it normally takes milliseconds, longer means that git hangs. */
export const QUESTION_LIMIT_MS = 4000;

/** Maximum output in bytes: the listing of a million files, or a history of 100,000 commits, takes about 60 MB. */
export const LARGEST_ANSWER: number = 80 * 1024 * 1024;
const LARGEST_STREAM = 512 * 1024 * 1024;

const FORWARDED_ENV = ["PATH", "HOME", "XDG_CONFIG_HOME", "GIT_CEILING_DIRECTORIES", "TMPDIR"];

/** Value of {@link GitAnswer.stderr} if git exceeded a limit. */
export const GIT_LATE = "git took too long or printed too much";

/** Output of a finished git. */
export interface GitAnswer {
  readonly ok: boolean;
  readonly stdout: Uint8Array<ArrayBuffer>;
  readonly stderr: string;
}

/** A running git process that can be killed. */
export interface GitProcess {
  /** Result. Never rejects: if git is missing or refuses, `ok` is false. */
  readonly answer: Promise<GitAnswer>;
  kill(): void;
}

/**
 * Starts git in `folder` for at most `limitMs` milliseconds. Arguments are constants of this program; external values
 * must follow `--`.
 */
export function startGit(
  folder: string,
  args: readonly string[],
  limitMs: number = QUESTION_LIMIT_MS,
): GitProcess {
  const child = spawnGit(folder, args, limitMs);
  if (typeof child === "string") return { answer: Promise.resolve(failed(child)), kill: () => {} };
  return { answer: collect(child, limitMs), kill: () => endChild(child) };
}

/**
 * Starts git and streams its output; the receiver owns each chunk. The result has no output, and is `ok` only if all
 * output was passed on.
 *
 * @param hasPatterns true: `*` in paths is a wildcard; they must be constants of this program. Default: literal paths
 */
export function streamGit(
  folder: string,
  args: readonly string[],
  onChunk: (chunk: Uint8Array<ArrayBuffer>) => void,
  { hasPatterns = false }: { readonly hasPatterns?: boolean } = {},
): GitProcess {
  const child = spawnGit(folder, args, LONGEST_RUN_MS, { stderr: "null", hasPatterns });
  if (typeof child === "string") return { answer: Promise.resolve(failed(child)), kill: () => {} };
  const pump = async (): Promise<GitAnswer> => {
    try {
      let size = 0;
      for await (const chunk of child.stdout) {
        if ((size += chunk.length) > LARGEST_STREAM) throw new Error("git printed too much");
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

/** Starts git for queries through its standard input; undefined if it is missing or refuses. */
export function startInteractiveGit(folder: string, args: readonly string[]): Deno.ChildProcess | undefined {
  const child = spawnGit(folder, args, LONGEST_RUN_MS, { stderr: "null", stdin: "piped" });
  return typeof child === "string" ? undefined : child;
}

/** The child, killed after `limitMs` milliseconds, or the reason why it could not be started. */
function spawnGit(
  folder: string,
  args: readonly string[],
  limitMs: number,
  options: { readonly stderr?: "null"; readonly stdin?: "piped"; readonly hasPatterns?: boolean } = {},
): Deno.ChildProcess | string {
  const settings = HARDENING.flatMap((setting) => ["-c", setting]);
  try {
    const child = new Deno.Command("git", {
      args: [
        "--no-pager",
        ...(options.hasPatterns ? [] : ["--literal-pathspecs"]),
        "-C",
        folder,
        ...settings,
        ...args,
      ],
      // Git ends where an object needs more memory at once. The list of a million files may, and a searched file.
      env: gitEnvironment(
        ["ls-files", "grep"].includes(args[0]!) ? {} : { GIT_ALLOC_LIMIT: String(LARGEST_ANSWER) },
      ),
      clearEnv: true,
      stdin: options.stdin ?? "null",
      stdout: "piped",
      stderr: options.stderr ?? "piped",
    }).spawn();
    watch(child, limitMs);
    return child;
  } catch (error) {
    return String(error);
  }
}

/** Runs git to its end or its limits. */
export function runGit(folder: string, args: readonly string[], limitMs?: number): Promise<GitAnswer> {
  return startGit(folder, args, limitMs).answer;
}

function gitEnvironment(more: Readonly<Record<string, string>>): Record<string, string> {
  const result: Record<string, string> = {
    ...more,
    GIT_OPTIONAL_LOCKS: "0",
    GIT_TERMINAL_PROMPT: "0",
    GIT_PAGER: "cat",
    GIT_NO_LAZY_FETCH: "1",
    GIT_NO_REPLACE_OBJECTS: "1",
    GIT_ATTR_NOSYSTEM: "1",
    LC_ALL: "C",
  };
  for (const name of FORWARDED_ENV) {
    const value = env(name);
    if (value !== undefined) result[name] = value;
  }
  return result;
}

/**
 * Reads git's output. A killed git may leave a child that keeps the output open, so the end of the stream is not
 * awaited.
 */
async function collect(child: Deno.ChildProcess, limitMs: number): Promise<GitAnswer> {
  const late = AbortSignal.timeout(limitMs);
  try {
    const [stdout, stderr] = await Promise.all([
      readStream(child.stdout, LARGEST_ANSWER, late),
      readStream(child.stderr, CHUNK_BYTES, late),
    ]);
    if (!stdout || !stderr) return failed(GIT_LATE);
    const { success } = await child.status;
    return { ok: success, stdout, stderr: success ? "" : new TextDecoder().decode(stderr).trim() };
  } catch (error) {
    return failed(String(error));
  } finally {
    endChild(child);
  }
}

function failed(stderr: string): GitAnswer {
  return { ok: false, stdout: new Uint8Array(0), stderr };
}
