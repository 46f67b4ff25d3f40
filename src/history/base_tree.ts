/** File list of HEAD. */
export interface BaseTree {
  /** Blob hash by path, for regular files accepted by the filter. */
  readonly files: ReadonlyMap<string, string>;
  /** Paths with the skip-worktree bit in git's index (sparse checkout). */
  readonly absent: ReadonlySet<string>;
  /** Folders of submodules, with a slash at the end: their files are not HEAD's. */
  readonly submodules: readonly string[];
}

/**
 * Parses the output of `git ls-tree -r -z` and `git ls-files -z -t`. Symbolic links are skipped.
 *
 * @param listed false for paths to leave out
 */
export function decodeBase(tree: Uint8Array, flags: Uint8Array, listed: (path: string) => boolean): BaseTree {
  const files = new Map<string, string>();
  const submodules: string[] = [];
  for (const entry of entriesOf(tree)) {
    const tab = entry.indexOf("\t");
    const [mode = "", type, id] = entry.slice(0, tab).split(" ");
    const path = entry.slice(tab + 1);
    if (type === "blob" && id && mode.startsWith("100") && listed(path)) files.set(path, id);
    else if (type === "commit") submodules.push(`${path}/`);
  }
  const absent = entriesOf(flags).filter((entry) => entry.startsWith("S ")).map((entry) => entry.slice(2));
  return { files, absent: new Set(absent), submodules };
}

function entriesOf(bytes: Uint8Array): string[] {
  return new TextDecoder().decode(bytes).split("\0").filter((entry) => entry !== "");
}
