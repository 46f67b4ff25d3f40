/** The files of HEAD. */
export interface BaseTree {
  /** Path to git's id of the content, for regular files that may be looked at. */
  readonly files: ReadonlyMap<string, string>;
  /** Paths that git's index leaves out of the work tree on purpose. */
  readonly absent: ReadonlySet<string>;
}

/**
 * Reads `git ls-tree -r -z` and `git ls-files -z -t`. Symbolic links and submodules are left out.
 *
 * @param listed false for paths that are never looked at
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
