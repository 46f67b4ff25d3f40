import { editDistance } from "./near_words.ts";

/**
 * Returns existing paths similar to one that does not exist: the name counts most, then the folders in common.
 *
 * @param paths relative to the root, `/`-separated
 * @returns best first, at most `limit`, default 3; none when nothing is close
 */
export function nearPaths(wanted: string, paths: readonly string[], limit = 3): string[] {
  const target = split(wanted);
  const targetStem = stemOf(target.name);
  const closeness = (path: string): number => {
    const { name, folders } = split(path);
    const shared = folders.filter((folder) => target.folders.includes(folder)).length;
    const place = 0.2 * shared / Math.max(1, new Set(target.folders).size, folders.length);
    if (name === target.name) return 1 + place;
    const stem = stemOf(name);
    if (stem === targetStem) return 0.9 + place;
    const length = Math.max(stem.length, targetStem.length);
    if (length < 3 || Math.abs(stem.length - targetStem.length) > length / 2) return 0;
    const likeness = 1 - editDistance(stem, targetStem, length) / length;
    return likeness < CLOSE_ENOUGH ? 0 : 0.8 * likeness + place;
  };
  return paths.map((path) => ({ path, score: closeness(path) }))
    .filter(({ score }) => score >= CLOSE_ENOUGH)
    .sort((a, b) => b.score - a.score || (a.path < b.path ? -1 : 1))
    .slice(0, limit).map(({ path }) => path);
}

const CLOSE_ENOUGH = 0.6;

function split(path: string): { name: string; folders: string[] } {
  const parts = path.toLowerCase().split("/").filter((part) => part !== "" && part !== ".");
  return { name: parts.pop() ?? "", folders: parts };
}

/** The name without its endings and without what only divides words. */
function stemOf(name: string): string {
  const dot = name.indexOf(".", 1);
  return (dot === -1 ? name : name.slice(0, dot)).replace(/[-_]/g, "");
}
