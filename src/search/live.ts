import { DEFAULT_LIMIT, type ToolArguments } from "../model/tools.ts";
import type { Finding, Findings, Strength } from "../model/findings.ts";
import { NO_QUESTION } from "../model/question.ts";
import type { ToolContext } from "../ports/tool.ts";
import { hasCjk } from "../text/chars.ts";
import { claimOf } from "./claims.ts";
import { definedIn, ownName } from "./defined_in.ts";
import { bestPlace } from "./locate.ts";
import { type Pattern, patternsOf } from "./query.ts";
import { rank, type RankedFile, rarityOf } from "./rank.ts";
import { type Scan, scan } from "./scan.ts";
import { STRONG_SHARE, WEAK_SHARES } from "./rank/confidence.ts";

/** Share of the time left that the scan may use; the rest is for picking the lines. */
const SCAN_SHARE = 0.75;
/** Files below this share of the best score are not shown. */
const WORTH_SHOWING = 0.2;

/** Names whose definitions are looked for, files that are looked through for them, and files that come first. */
const MOST_NAMES = 3;
const MOST_READ = 40;
const MOST_HOMES = 3;
/** Share of the time left by then that they may use. */
const HOMES_SHARE = 0.4;

/** The part of a tool's context that the search needs. */
export type LiveContext = Pick<ToolContext, "files" | "clock" | "deadline">;

/** Keyword search over the working tree as it is, without an index. Arguments: `terms`, `limit`. */
export async function searchLive(args: ToolArguments["ci_search"], context: LiveContext): Promise<Findings> {
  const { terms } = args.question ?? NO_QUESTION;
  const patterns = patternsOf(terms, await translated(args.query));
  const limit = args.limit ?? DEFAULT_LIMIT;
  if (patterns.length === 0 || limit <= 0) return answer([], "none", [], "nothing to search for");
  const now = context.clock();
  const seen = scan(context.files, patterns, {
    clock: context.clock,
    deadline: now + (context.deadline - now) * SCAN_SHARE,
  });
  const ranked = rank(seen, patterns);
  const floor = (ranked[0]?.score ?? 0) * WORTH_SHOWING;
  const homes = homesOf(ranked, terms.identifiers, context);
  const others = ranked.filter((file) => file.score >= floor && file.score > 0 && !homes.has(file));
  const chosen = [...homes.keys(), ...others].slice(0, limit);
  const rarity = rarityOf(seen, patterns);
  const items = chosen.flatMap((file) => finding(file, patterns, rarity, context, homes.get(file)));
  const summary = `${items.length} of ${seen.hits.length} matching files, ${seen.looked} searched live`;
  return answer(items, strengthOf(chosen[0], patterns, rarity, seen), gapsOf(seen), summary);
}

/** The best files that define what the question names, each with the zero-based line. */
function homesOf(
  ranked: readonly RankedFile[],
  identifiers: readonly string[],
  { files, clock, deadline }: LiveContext,
): ReadonlyMap<RankedFile, number> {
  const now = clock();
  const until = now + (deadline - now) * HOMES_SHARE;
  const homes = new Map<RankedFile, number>();
  const names = identifiers.slice(0, MOST_NAMES).flatMap((name) => ownName(name) ?? []);
  if (names.length === 0) return homes;
  for (const file of ranked.filter(({ hits }) => hits.file.role === "code").slice(0, MOST_READ)) {
    if (homes.size >= MOST_HOMES || clock() > until) break;
    const content = files.read(file.hits.file.path);
    if (!content.ok) continue;
    const lines = content.text.split("\n");
    const [line] = names.flatMap((name) => definedIn(lines, name) ?? []);
    if (line !== undefined) homes.set(file, line);
  }
  return homes;
}

/** Translates a Chinese question into the English words of code; the lexicon is loaded only then. */
async function translated(query: unknown): Promise<readonly Pattern[]> {
  if (typeof query !== "string" || !hasCjk(query)) return [];
  const { translationHints } = await import("./query/translation_hints.ts");
  return translationHints([query]).map(({ term, weight }) => ({ text: term, weight }));
}

/** By the share of the question's weight that the best file holds. */
function strengthOf(
  best: RankedFile | undefined,
  patterns: readonly Pattern[],
  rarity: readonly number[],
  seen: Scan,
): Strength {
  if (!best) return "none";
  let all = 0;
  let held = 0;
  patterns.forEach((pattern, i) => {
    const known = seen.hits.some((hits) => (hits.counts[i] ?? 0) > 0);
    // A word without any occurrence counts little: it may just be the asker's own.
    const value = pattern.weight * (known ? Math.max(0.5, rarity[i] ?? 0) : 1);
    all += value;
    if ((best.hits.counts[i] ?? 0) > 0 || (best.hits.inPath[i] ?? 0) > 0) held += value;
  });
  const share = held / all;
  return share >= STRONG_SHARE ? "strong" : share >= WEAK_SHARES.name.share ? "weak" : "none";
}

function answer(
  items: readonly Finding[],
  strength: Strength,
  gaps: readonly string[],
  summary: string,
): Findings {
  const data = { files: [...new Set(items.map((item) => item.path))] };
  return { tool: "ci_search", items, strength, gaps, summary, data };
}

function gapsOf(seen: Scan): string[] {
  return seen.looked < seen.total ? [`searched ${seen.looked} of ${seen.total} files within the time`] : [];
}

function finding(
  ranked: RankedFile,
  patterns: readonly Pattern[],
  rarity: readonly number[],
  context: LiveContext,
  home: number | undefined,
): Finding[] {
  const path = ranked.hits.file.path;
  const content = context.files.read(path);
  if (!content.ok) return [];
  const place = bestPlace(content.text, patterns, rarity, home);
  const claim = claimOf(undefined, content.text.split("\n"), place.startLine);
  return [{ path, ...place, claim, isReason: true, score: ranked.score, reasons: ranked.reasons }];
}
