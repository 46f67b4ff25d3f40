import { editDistance } from "./near_words.ts";

/**
 * Returns existing paths similar to one that does not exist.
 *
 * @param paths relative to the root, `/`-separated
 * @returns best first, at most `limit`; none when nothing is close
 */
export function nearPaths(wanted: string, paths: readonly string[], limit: number): string[] {
  const target = new Wanted(wanted);
  const scored = paths.map((path) => ({ path, score: target.closeness(path) }))
    .filter(({ score }) => score >= CLOSE_ENOUGH);
  scored.sort((a, b) => b.score - a.score || (a.path < b.path ? -1 : 1));
  return scored.slice(0, limit).map(({ path }) => path);
}

const CLOSE_ENOUGH = 0.6;

/** The name counts most, then the folders it has in common. */
class Wanted {
  readonly #name: string;
  readonly #stem: string;
  readonly #folders: ReadonlySet<string>;

  constructor(path: string) {
    const { name, folders } = split(path);
    this.#name = name;
    this.#stem = stemOf(name);
    this.#folders = new Set(folders);
  }

  closeness(path: string): number {
    const { name, folders } = split(path);
    const shared = folders.filter((folder) => this.#folders.has(folder)).length;
    const place = 0.2 * shared / Math.max(1, this.#folders.size, folders.length);
    if (name === this.#name) return 1 + place;
    const stem = stemOf(name);
    if (stem === this.#stem) return 0.9 + place;
    const length = Math.max(stem.length, this.#stem.length);
    if (length < 3 || Math.abs(stem.length - this.#stem.length) > length / 2) return 0;
    const likeness = 1 - editDistance(stem, this.#stem, length) / length;
    return likeness < CLOSE_ENOUGH ? 0 : 0.8 * likeness + place;
  }
}

function split(path: string): { name: string; folders: string[] } {
  const parts = path.toLowerCase().split("/").filter((part) => part !== "" && part !== ".");
  return { name: parts.pop() ?? "", folders: parts };
}

/** The name without its endings and without what only divides words. */
function stemOf(name: string): string {
  const dot = name.indexOf(".", 1);
  return (dot === -1 ? name : name.slice(0, dot)).replace(/[-_]/g, "");
}
