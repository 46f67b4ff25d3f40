/** Generic file stems, replaced by the folder's name. */
const GENERIC_STEMS = new Set(["__init__", "index", "mod", "lib", "main"]);

/** File name without extension, or the folder's name for a generic stem (`__init__`, `index`, `mod`, ...). */
export function stemOf(path: string): string {
  const slash = path.lastIndexOf("/");
  const dot = path.indexOf(".", slash + 2);
  const stem = path.slice(slash + 1, dot < 0 ? undefined : dot);
  if (slash < 0 || !GENERIC_STEMS.has(stem)) return stem;
  return path.slice(path.lastIndexOf("/", slash - 1) + 1, slash);
}

/** The folder with a trailing slash; "" at the top level. */
export function folderOf(path: string): string {
  return path.slice(0, path.lastIndexOf("/") + 1);
}
