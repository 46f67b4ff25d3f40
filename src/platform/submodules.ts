import { concat } from "../model/concat.ts";
import type { GitAnswer } from "./git.ts";
import { ownGitFolder } from "./git_folder.ts";
import { readInside, realFolder } from "./host_files.ts";

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
