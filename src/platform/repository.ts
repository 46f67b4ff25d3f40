import { LIMITS } from "../model/limits.ts";
import type { RepositoryFacts } from "../model/calls.ts";
import { env, readInside, realFolder } from "./host_files.ts";
import { type GitAnswer, type GitProcess, runGit, startGit } from "./git.ts";
import { mainOf, ownGitFolder } from "./git_folder.ts";
import { concat } from "../model/concat.ts";

/** The root of the analysis, with git's facts about it. */
export interface Repository {
  /** Absolute real path. */
  readonly root: string;
  /** Root of the main work tree; linked work trees share its cache. */
  readonly main: string;
  readonly facts: RepositoryFacts;
  /**
   * Starts listing the files; undefined without git, in which case the sandbox walks the folders.
   *
   * @param limitMs timeout in milliseconds; default: that of a quick git command
   */
  readonly list: (limitMs?: number) => GitProcess | undefined;
  readonly limits: readonly string[];
}

/** A configured root. */
export interface ConfiguredRoot {
  readonly path: string;
  readonly source: "env" | "config";
}

/**
 * Determines the root: configured, otherwise git's top level (also from a subfolder or a linked work tree), otherwise
 * the current folder. Undefined with the reason if nothing may be read.
 *
 * @param gitLimitMs timeout of one git command in milliseconds; default: that of a quick command
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
  if (tooBroad(root)) return { root: undefined, limits: [...limits, LIMITS.rootTooBroad(root)] };
  return {
    root,
    main: git.main ?? root,
    facts: { rootSource: source, ...(git.top && { isGit: true }), ...(git.head && { head: git.head }) },
    list: (limitMs = gitLimitMs) => git.top ? listFiles(root, limitMs) : undefined,
    limits,
  };
}

/** Git's facts about a folder. */
interface GitView {
  readonly top?: string;
  /** Root of the main work tree; present with `top`. */
  readonly main?: string;
  readonly head?: string;
  readonly refusal?: string;
}

/**
 * Queries git and accepts the result only if the files confirm it: the top level is the folder or a parent, and its
 * `.git` leads to the repository reported by git.
 */
async function askGit(folder: string, limitMs: number | undefined): Promise<GitView> {
  const args = ["rev-parse", "--show-toplevel", "--absolute-git-dir", "--short=12", "HEAD"];
  const answer = await runGit(folder, args, limitMs);
  const [named, gitFolder, head] = new TextDecoder().decode(answer.stdout).split("\n");
  const top = named ? realFolder(named) : undefined;
  if (top === undefined) return refusalIn(answer.stderr);
  const own = isWithin(folder, top) ? ownGitFolder(top) : undefined;
  if (!own || !gitFolder || realFolder(gitFolder) !== own.path) {
    return { refusal: "its .git leads elsewhere" };
  }
  // A too broad top level is ignored; the folder itself may be acceptable.
  if (tooBroad(top)) return {};
  return { top, main: mainOf(top, own), ...(head && /^[0-9a-f]{12,64}$/.test(head) && { head }) };
}

function refusalIn(complaint: string): GitView {
  if (complaint.includes("dubious ownership")) return { refusal: "dubious ownership" };
  if (complaint.includes("safe.bareRepository")) return { refusal: "a bare repository" };
  return {};
}

/** Maximum nesting of submodules that are listed. */
const DEEPEST = 3;

/**
 * Starts git to list the tracked files and the untracked ones that are not ignored, NUL-separated, also those of
 * submodules that are checked out.
 *
 * @param depth nesting of submodules to follow; default: {@link DEEPEST}
 */
export function listFiles(root: string, limitMs: number | undefined, depth = DEEPEST): GitProcess {
  const args = ["ls-files", "-z", "--cached", "--deduplicate", "--others", "--exclude-standard"];
  const own = startGit(root, args, limitMs);
  const paths = depth > 0 ? checkedOutSubmodules(root) : [];
  if (paths.length === 0) return own;
  const below = paths.map((path) => ({ path, git: listFiles(`${root}/${path}`, limitMs, depth - 1) }));
  const answers = below.map(async ({ path, git }) => ({ path, answer: await git.answer }));
  return {
    answer: own.answer.then(async (answer) => withSubmodules(answer, await Promise.all(answers))),
    kill: () => [own, ...below.map(({ git }) => git)].forEach((git) => git.kill()),
  };
}

/** Folders of the system as a whole; projects below some of them are roots. */
const OF_SYSTEM: ReadonlySet<string> = new Set(
  "/ /bin /boot /dev /etc /lib /opt /proc /run /sbin /sys /tmp /usr /var /private/etc".split(" "),
);

/** True for a home folder, its parents, folders of the system, and folders inside `.git`, which are not projects. */
function tooBroad(root: string): boolean {
  const home = env("HOME");
  const real = home ? realFolder(home) : undefined;
  return OF_SYSTEM.has(root) || root.split("/").includes(".git") ||
    (real !== undefined && isWithin(real, root));
}

function isWithin(folder: string, other: string): boolean {
  return `${folder}/`.startsWith(`${other}/`);
}

/** Maximum number of submodules of a work tree that are listed. */
const MOST = 64;

/**
 * Paths of the submodules of a work tree that are checked out. `.gitmodules` may name anything: a path counts if it
 * leads into the root without links, to a work tree whose repository names it.
 *
 * @param root absolute real path
 */
export function checkedOutSubmodules(root: string): string[] {
  const read = readInside(root, ".gitmodules");
  const text = typeof read === "object" ? read.text : "";
  const named = new Set(Array.from(text.matchAll(/^\s*path\s*=\s*(\S.*?)\s*$/gm), ([, path]) => path!));
  return [...named].slice(0, MOST).filter((path) => {
    const folder = `${root}/${path}`;
    return realFolder(folder) === folder && ownGitFolder(folder) !== undefined;
  });
}

/** A listing with those of submodules, whose paths are put below them; one that failed is missing. */
export function withSubmodules(
  own: GitAnswer,
  submodules: readonly { readonly path: string; readonly answer: GitAnswer }[],
): GitAnswer {
  const listings = submodules.filter(({ answer }) => answer.ok).map(({ path, answer }) => {
    const files = new TextDecoder().decode(answer.stdout).split("\0").filter((file) => file !== "");
    return new TextEncoder().encode(files.map((file) => `${path}/${file}\0`).join(""));
  });
  return { ...own, stdout: concat([own.stdout, ...listings]) };
}
