/** File list of HEAD. */
export interface BaseTree {
  /** Blob hash by path, for regular files accepted by the filter. */
  readonly files: ReadonlyMap<string, string>;
  /** Paths with the skip-worktree bit in git's index (sparse checkout). */
  readonly absent: ReadonlySet<string>;
}

/**
 * Parses the output of `git ls-tree -r -z` and `git ls-files -z -t`. Symbolic links and submodules are skipped.
 *
 * @param listed false for paths to leave out
 */
export function decodeBase(
  tree: Uint8Array,
  flags: Uint8Array,
  listed: (path: string) => boolean,
): BaseTree {
  const files = new Map<string, string>();
  for (const entry of entriesOf(tree)) {
    const tab = entry.indexOf("\t");
    const [mode = "", type, id] = entry.slice(0, tab).split(" ");
    const path = entry.slice(tab + 1);
    if (type === "blob" && id && mode.startsWith("100") && listed(path)) files.set(path, id);
  }
  const absent = entriesOf(flags).filter((entry) => entry.startsWith("S ")).map((entry) => entry.slice(2));
  return { files, absent: new Set(absent) };
}

function entriesOf(bytes: Uint8Array): string[] {
  return new TextDecoder().decode(bytes).split("\0").filter((entry) => entry !== "");
}
