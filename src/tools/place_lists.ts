import type { Finding } from "../model/calls.ts";
import { findingOf } from "../graph/describe.ts";
import { fitting } from "../model/counted.ts";
import { linesByFile } from "../graph/unresolved.ts";

/** Characters of a list in a claim. */
export const LONGEST_LIST = 400;

/**
 * One finding for all places of a kind, by file: `import lines at a.py:1, 8, b.py:2, 3 more`.
 *
 * @param places `path:line`, each by itself or all with a note behind it
 */
export function placesTogether(places: readonly string[] = [], claim: string): Finding[] {
  const first = places.slice(0, 1).map((place) => place.split(" (", 1)[0]!);
  const [[path, [line]] = ["", []]] = linesByFile(first);
  if (line === undefined) return [];
  const byFile = [...linesByFile(places)].flatMap(([path, lines]) =>
    lines.map((one, at) => at === 0 ? `${path}:${one}` : `${one}`)
  );
  const entries = places[0]!.includes(" (") ? places : byFile;
  return [findingOf({ path, start_line: line }, `${claim} ${fitting(entries, LONGEST_LIST)}`)];
}
