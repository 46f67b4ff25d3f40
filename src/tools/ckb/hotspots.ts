import { counted } from "../../model/counted.ts";
import type { CkbHotspots } from "../../model/ckb.ts";
import type { Finding, Findings } from "../../model/findings.ts";
import type { HotspotRow, Hotspots } from "../../history/hotspots/rows.ts";
import type { AskedServer } from "./places.ts";

/**
 * The server's hotspots in its order, with what the built-in engine measured of the same files. Undefined when none of
 * them is here.
 */
export function hotspotsFrom(
  { rows }: CkbHotspots,
  { builtIn, check }: AskedServer,
): Findings | undefined {
  const own = builtIn.data as Hotspots | undefined;
  const measured = new Map((own?.hotspots ?? []).map((row) => [row.path, row]));
  const claims = new Map(builtIn.items.map((item) => [item.path, item]));
  const here = rows.flatMap((row) => {
    const path = check.path(row.path);
    return path === undefined ? [] : [{ ...row, path }];
  });
  if (here.length === 0) return undefined;
  const hotspots = here.map(({ path, score, commits, authors }): HotspotRow => ({
    ...(measured.get(path) ?? unmeasured(path, own?.until ?? "")),
    score: Number(score.toFixed(4)),
    commits,
    authors,
  }));
  return {
    ...builtIn,
    items: hotspots.map((row) => findingOf(row, claims.get(row.path))),
    strength: "strong",
    summary: `${hotspots.length} hotspots by ckb`,
    data: { ...own, source: "ckb", hotspots },
  };
}

function unmeasured(path: string, until: string): Omit<HotspotRow, "score" | "commits" | "authors"> {
  return {
    path,
    lines_added: null,
    lines_deleted: null,
    complexity: 0,
    is_complexity_guessed: true,
    last_changed: until,
    coupled: [],
  };
}

function findingOf(row: HotspotRow, own: Finding | undefined): Finding {
  const { path, commits, authors, score } = row;
  return {
    path,
    startLine: own?.startLine ?? 1,
    endLine: own?.endLine ?? 1,
    ...(own?.symbol !== undefined && { symbol: own.symbol }),
    claim: `changed by ${counted(commits, "commit")} (${counted(authors, "author")}) by ckb`,
    claimKey: `hotspot ${path}`,
    score,
    reasons: [{ name: "commits", value: commits }],
  };
}
