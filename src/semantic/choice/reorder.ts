import { asObject } from "../../model/json.ts";

/**
 * The same list in which the entries with a rank have changed places among themselves, the lowest rank first; entries
 * without one stay where they are.
 */
export function refill<T>(list: readonly T[], rankOf: (entry: T) => number | undefined): T[] {
  const ranked = list.filter((entry) => rankOf(entry) !== undefined)
    .sort((a, b) => (rankOf(a) ?? 0) - (rankOf(b) ?? 0));
  let next = 0;
  return list.map((entry) => rankOf(entry) === undefined ? entry : ranked[next++] ?? entry);
}

/**
 * A tool's own data in the new order, as far as it lists places: `candidates` of the graph, `files` of the search.
 *
 * @param ranks by `path:line`, zero-based
 */
export function reorderData(data: unknown, ranks: ReadonlyMap<string, number>): unknown {
  const { candidates, files } = asObject(data) ?? {};
  const best = new Map<unknown, number>();
  for (const [place, rank] of [...ranks].sort((a, b) => b[1] - a[1])) {
    best.set(place.slice(0, place.lastIndexOf(":")), rank);
  }
  return asObject(data) === undefined ? data : {
    ...data as object,
    ...(Array.isArray(candidates) && { candidates: refill(candidates, (one) => ranks.get(placeOf(one))) }),
    ...(Array.isArray(files) && { files: refill(files, (path) => best.get(path)) }),
  };
}

function placeOf(candidate: unknown): string {
  const { file_path, line_start = 1 } = asObject(candidate) ?? {};
  return `${file_path}:${line_start}`;
}
