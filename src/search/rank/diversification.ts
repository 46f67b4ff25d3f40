import type { RankedDefinition } from "./rank_definitions.ts";

/** Files whose best definition deserves the last place. */
const FIRST_FILES = 3;

/**
 * The first `most` definitions, but the last place belongs to a file: where the best of the first three files has none
 * among the others, its best definition takes it. Of a file that ranks too high a fifth definition is wrong as well.
 *
 * @param ranked best first
 * @param files best first
 */
export function takeTurns(
  ranked: readonly RankedDefinition[],
  files: readonly number[],
  most: number,
): RankedDefinition[] {
  const shown = ranked.slice(0, most);
  if (most < 2 || shown.length < most) return shown;
  const others = shown.slice(0, -1);
  for (const file of files.slice(0, FIRST_FILES)) {
    if (others.some((one) => one.file === file)) continue;
    const best = ranked.find((one) => one.file === file);
    if (best) return [...others, best];
  }
  return shown;
}
