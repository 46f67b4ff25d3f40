import type { ScoreReason } from "../model/findings.ts";
import type { FileRole } from "../model/ports.ts";
import type { Pattern } from "./query.ts";
import type { FileHits, Scan } from "./scan.ts";
import { K1, rarity } from "./rank/bm25.ts";
import { LENGTH_SHARES } from "./rank/fields.ts";
import { strongestFirst } from "./rank/rank_files.ts";

/** A file with its score and the summands. */
export interface RankedFile {
  readonly hits: FileHits;
  readonly score: number;
  readonly reasons: readonly ScoreReason[];
}

/** Weight of a match in the path, in saturated occurrences. */
const PATH_BONUS = [0, 1, 2.5] as const;
const ROLE_FACTOR: Record<FileRole, number> = { code: 1, test: 0.55, doc: 0.5, data: 0.3 };

/** The files by score, best first, ties by path. */
export function rank(scan: Scan, patterns: readonly Pattern[]): readonly RankedFile[] {
  const rarity = rarityOf(scan, patterns);
  const average = Math.max(1, scan.characters / Math.max(1, scan.looked));
  const ranked = scan.hits.map((hits) => score(hits, patterns, rarity, average));
  return ranked.sort((a, b) => b.score - a.score || (a.hits.file.path < b.hits.file.path ? -1 : 1));
}

/** Inverse document frequency of each pattern among the files looked at. */
export function rarityOf(scan: Scan, patterns: readonly Pattern[]): number[] {
  return patterns.map((_, i) => {
    const files = scan.hits.reduce((sum, hits) => sum + ((hits.counts[i] ?? 0) > 0 ? 1 : 0), 0);
    return rarity(scan.looked, files);
  });
}

function score(
  hits: FileHits,
  patterns: readonly Pattern[],
  rarity: readonly number[],
  average: number,
): RankedFile {
  const norm = K1 * (1 - LENGTH_SHARES.full + LENGTH_SHARES.full * hits.length / average);
  const reasons: ScoreReason[] = [];
  let sum = 0;
  patterns.forEach((pattern, i) => {
    const tf = hits.counts[i] ?? 0;
    const saturated = tf * (K1 + 1) / (tf + norm) + (PATH_BONUS[hits.inPath[i] ?? 0] ?? 0);
    if (saturated === 0) return;
    const value = pattern.weight * (rarity[i] ?? 0) * saturated;
    reasons.push({ name: pattern.text, value });
    sum += value;
  });
  const factor = ROLE_FACTOR[hits.file.role];
  if (factor !== 1) reasons.push({ name: hits.file.role, value: sum * (factor - 1) });
  return { hits, score: sum * factor, reasons: strongestFirst(reasons) };
}
