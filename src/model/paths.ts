/** The last part of a path with slashes. */
export function baseName(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

/** The folder of a path, without a slash behind it; "" at the top level. */
export function folderOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf("/")));
}

/** A path without slashes at its end. */
export function withoutLastSlash(path: string): string {
  return path.replace(/\/+$/, "");
}

/** A relative path without `./` in front. */
export function withoutDot(path: string): string {
  return path.replace(/^(?:\.\/)+/, "");
}

/** The last part of a path up to its first dot. */
export function stemOf(path: string): string {
  return baseName(path).split(".", 1)[0]!;
}

/** The last part of a path without its last ending. */
export function withoutEnding(path: string): string {
  return baseName(path).replace(/\.\w+$/, "");
}

/** Checks if a path is in a folder with one of the names; every path is if none of them is. */
export function belowAny(names: readonly string[], paths: readonly string[]): (path: string) => boolean {
  const isBelow = (path: string): boolean =>
    names.some((name) => `/${folderOf(path).toLowerCase()}/`.includes(`/${name}/`));
  return paths.some(isBelow) ? isBelow : () => true;
}
