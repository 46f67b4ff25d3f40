import { counted } from "../../model/counted.ts";
import type { CkbReferences } from "../../model/ckb.ts";
import type { Finding, Findings } from "../../model/findings.ts";
import type { AskedServer } from "./places.ts";

const MOST_FILES = 20;
const MOST_LINES = 8;

/**
 * The uses the server found come first, one entry per file; what the built-in engine reached from there, over several
 * steps, follows. Undefined when none of the uses stands in the repository.
 */
export function referencesFrom(
  { uses }: CkbReferences,
  name: string,
  { builtIn, check }: AskedServer,
): Findings | undefined {
  const files = new Map<string, Set<number>>();
  for (const use of uses) {
    const place = check.place(use, name);
    if (place) files.set(place.path, (files.get(place.path) ?? new Set()).add(place.line));
  }
  if (files.size === 0) return undefined;
  const references = [...files].map(([path, lines]) => ({ path, lines: [...lines].sort((a, b) => a - b) }))
    .sort((a, b) => b.lines.length - a.lines.length || (a.path < b.path ? -1 : 1)).slice(0, MOST_FILES);
  const count = references.reduce((sum, { lines }) => sum + lines.length, 0);
  return {
    ...builtIn,
    items: [...references.map((one) => findingOf(one, name)), ...builtIn.items],
    strength: "strong",
    summary: `${name}: ${counted(count, "use")} in ${
      counted(references.length, "file")
    } by ckb; ${builtIn.summary}`,
    data: { ...(builtIn.data as object | undefined), source: "ckb", references },
  };
}

function findingOf({ path, lines }: { path: string; lines: readonly number[] }, name: string): Finding {
  const [first = 1] = lines;
  const shown = lines.slice(0, MOST_LINES).join(", ");
  const more = lines.length > MOST_LINES ? ` and ${lines.length - MOST_LINES} more` : "";
  return {
    path,
    startLine: first,
    endLine: first,
    claim: `uses ${name} in line${lines.length > 1 ? "s" : ""} ${shown}${more} (by ckb)`,
    score: lines.length,
    reasons: [],
  };
}
