import { LIMITS } from "../model/limits.ts";
import type { RepositoryFacts } from "../model/ports.ts";
import { env } from "./environment.ts";
import type { GitProcess } from "./git.ts";
import { runGit, startGit } from "./git.ts";
import { realFolder } from "./host_files.ts";

/** The root the analysis is confined to, and what git said about it. */
export interface Repository {
  /** Absolute real path. */
  readonly root: string;
  /** Root of the work tree the repository was cloned into; linked work trees share its cache. */
  readonly main: string;
  readonly facts: RepositoryFacts;
  /** Starts listing the files; undefined where git does not answer and the sandboxed side has to walk. */
  readonly list: () => GitProcess | undefined;
  readonly limits: readonly string[];
}

/** A root configured by hand. */
export interface ConfiguredRoot {
  readonly path: string;
  readonly source: "env" | "config";
}

/**
 * Finds the root: configured, else git's top level (also from a subfolder or a linked work tree), else the current
 * folder. Undefined with the reason where nothing may be read at all.
 *
 * @param gitLimitMs how long one question to git may take; default: the limit of every question
 */
export async function findRepository(
  cwd: string,
  configured: ConfiguredRoot | undefined,
  gitLimitMs?: number,
): Promise<Repository | { readonly root: undefined; readonly limits: readonly string[] }> {
  const limits: string[] = [];
  const chosen = configured && realFolder(configured.path);
  if (configured && !chosen) limits.push(LIMITS.rootMissing(configured.path));
  const start = chosen ?? realFolder(cwd);
  if (!start) return { root: undefined, limits: [...limits, LIMITS.rootMissing(cwd)] };
  const git = await askGit(start, gitLimitMs);
  const root = chosen ?? git.top ?? start;
  const source = chosen && configured ? configured.source : git.top ? "git" : "cwd";
  if (source === "cwd") limits.push(git.refusal ? LIMITS.gitRefused(git.refusal) : LIMITS.noGitRoot);
  if (source === "cwd" && tooBroad(root)) {
    return { root: undefined, limits: [...limits, LIMITS.rootTooBroad(root)] };
  }
  return {
    root,
    main: git.main ?? root,
    facts: { rootSource: source, ...(git.top && { isGit: true }), ...(git.head && { head: git.head }) },
    list: () => git.top ? listFiles(root, gitLimitMs) : undefined,
    limits,
  };
}

/** What git says of a folder. */
interface GitView {
  readonly top?: string;
  /** Root of the main work tree, where `top` is a linked one. */
  readonly main?: string;
  readonly head?: string;
  readonly refusal?: string;
}

async function askGit(folder: string, limitMs: number | undefined): Promise<GitView> {
  const answer = await runGit(folder, [
    "rev-parse",
    "--show-toplevel",
    "--git-common-dir",
    "--short=12",
    "HEAD",
  ], limitMs);
  const [top, common, head] = new TextDecoder().decode(answer.stdout).split("\n");
  const real = top ? realFolder(top) : undefined;
  if (!real) return /dubious ownership/.test(answer.stderr) ? { refusal: "dubious ownership" } : {};
  const shared = common?.startsWith("/") && common.endsWith("/.git")
    ? realFolder(common.slice(0, -5))
    : undefined;
  return {
    top: real,
    ...(shared && { main: shared }),
    ...(head && /^[0-9a-f]{12,64}$/.test(head) && { head }),
  };
}

/**
 * Has git list the tracked and the untracked files that are not ignored, NUL-separated; in a home folder under git only
 * the tracked ones.
 */
export function listFiles(root: string, limitMs: number | undefined): GitProcess {
  const untracked = root === realHome() ? [] : ["--others", "--exclude-standard"];
  return startGit(root, ["ls-files", "-z", "--cached", "--deduplicate", ...untracked], limitMs);
}

/** Without git nothing says what belongs together, so a home folder, what lies above it and git's own are refused. */
function tooBroad(root: string): boolean {
  const home = realHome();
  return root === "/" || root.split("/").includes(".git") ||
    (home !== undefined && `${home}/`.startsWith(`${root}/`));
}

function realHome(): string | undefined {
  const home = env("HOME");
  return home ? realFolder(home) : undefined;
}
