import type { Finding, Findings } from "../model/findings.ts";
import type { FileRole } from "../model/ports.ts";
import type { FileComplexity } from "./complexity/file_complexity.ts";
import type { History } from "./history/history.ts";
import type { Activity, Window } from "./hotspots/activity.ts";
import { activityOf, windowOf } from "./hotspots/activity.ts";
import type { Coupling } from "./hotspots/coupling.ts";
import { couplingOf } from "./hotspots/coupling.ts";
import { languageOf } from "./index/parse/languages.ts";
import type { Tool, ToolContext } from "./tool.ts";

/** One hotspot as programs read it. */
export interface HotspotRow {
  readonly path: string;
  /** Change frequency times complexity, each as a share of the highest here: 0 to 1. */
  readonly score: number;
  readonly commits: number;
  readonly authors: number;
  /** Lines added and removed in the window; null where git was not asked to count them. */
  readonly lines_added: number | null;
  readonly lines_deleted: number | null;
  /** Sum of the cyclomatic complexity of its functions, or a guess from its length. */
  readonly complexity: number;
  readonly is_complexity_guessed: boolean;
  /** Date of the newest commit, UTC. */
  readonly last_changed: string;
  readonly most_complex?: {
    readonly symbol: string;
    readonly start_line: number;
    readonly end_line: number;
    readonly cyclomatic: number;
    readonly cognitive: number;
  };
  /** Files that change together with it. */
  readonly coupled: readonly {
    readonly path: string;
    readonly support: number;
    readonly confidence: number;
  }[];
}

/** The whole answer. */
export interface Hotspots {
  /** Days before HEAD; null for the whole history. */
  readonly days: number | null;
  /** Dates of the window, UTC; the oldest commit's where it is the whole history. */
  readonly since: string;
  readonly until: string;
  readonly commits: number;
  readonly hotspots: readonly HotspotRow[];
}

/** Share of the time left that reading the history may use. */
const HISTORY_SHARE = 0.7;
const COUPLED_SHOWN = 3;
/** Files are measured in order of their changes; one that changed least is no hotspot however complex. */
const MEASURED_PER_SHOWN = 2;

/**
 * Files that change often and are complex. Arguments: `days` before HEAD, `top` files, `all` true for the whole history.
 */
export const ciHotspot: Tool = async (args, context): Promise<Findings> => {
  const days = args["all"] === true ? undefined : Number(args["days"] ?? 30);
  const top = Number(args["top"] ?? 20);
  const now = context.clock();
  const history = await context.history.open(now + (context.deadline - now) * HISTORY_SHARE);
  if (history.commits.count === 0) return nothing("no history", history.gaps);
  const window = windowOf(history, days);
  const roles = new Map(context.files.list().map((file) => [file.path, file.role]));
  const active = activityOf(history, window)
    .filter(({ path }) => isCode(history.paths[path]!, roles))
    .sort((a, b) => b.commits - a.commits || b.newest - a.newest || a.path - b.path);
  const { scored, gaps } = await score(active.slice(0, top * MEASURED_PER_SHOWN), history, context);
  const shown = scored.slice(0, top);
  const coupling = couplingOf(history, window, {
    paths: shown.map(({ activity }) => activity.path),
    isShown: (path) => roles.has(history.paths[path]!),
  });
  const rows = shown.map((one) => rowOf(one, history, coupling.get(one.activity.path) ?? []));
  const data = answer(history, window, days, rows);
  return {
    tool: "ci_hotspot",
    items: rows.map((row) => findingOf(row, data)),
    strength: rows.length > 0 ? "strong" : "none",
    gaps: [...history.gaps, ...gaps],
    summary: `${rows.length} hotspots of ${active.length} code files changed by ${data.commits} commits ` +
      `from ${data.since} to ${data.until}`,
    data,
  };
};

function isCode(path: string, roles: ReadonlyMap<string, FileRole>): boolean {
  return roles.get(path) === "code" && languageOf(path) !== undefined;
}

interface Scored {
  readonly activity: Activity;
  readonly complexity: FileComplexity;
  readonly score: number;
}

/** Measures the files that are still there. */
async function score(
  active: readonly Activity[],
  history: History,
  context: ToolContext,
): Promise<{ scored: Scored[]; gaps: string[] }> {
  const summaries = await context.syntax.summaries();
  const measured: { activity: Activity; complexity: FileComplexity }[] = [];
  const gaps: string[] = [];
  for (const [at, activity] of active.entries()) {
    if (at > 0 && context.clock() > context.deadline) {
      gaps.push(`hotspots: measured ${at} of ${active.length} files within the time`);
      break;
    }
    const complexity = await summaries.of(history.paths[activity.path]!, context.files);
    if (complexity) measured.push({ activity, complexity });
  }
  summaries.save();
  const most = Math.max(1, ...measured.map(({ activity }) => activity.commits));
  const worst = Math.max(1, ...measured.map(({ complexity }) => complexity.cyclomatic));
  const scored = measured.map(({ activity, complexity }) => ({
    activity,
    complexity,
    score: (activity.commits / most) * (complexity.cyclomatic / worst),
  }));
  scored.sort((a, b) =>
    b.score - a.score || (history.paths[a.activity.path]! < history.paths[b.activity.path]! ? -1 : 1)
  );
  return { scored, gaps };
}

function rowOf(
  { activity, complexity, score }: Scored,
  history: History,
  coupled: readonly Coupling[],
): HotspotRow {
  const { worst } = complexity;
  const knowsLines = activity.counted > 0;
  return {
    path: history.paths[activity.path]!,
    score: Number(score.toFixed(4)),
    commits: activity.commits,
    authors: activity.authors,
    lines_added: knowsLines ? activity.added : null,
    lines_deleted: knowsLines ? activity.deleted : null,
    complexity: complexity.cyclomatic,
    is_complexity_guessed: complexity.functions === undefined,
    last_changed: dateOf(activity.newest),
    ...(worst && {
      most_complex: {
        symbol: worst.name,
        start_line: worst.startLine,
        end_line: worst.endLine,
        cyclomatic: worst.cyclomatic,
        cognitive: worst.cognitive,
      },
    }),
    coupled: coupled.slice(0, COUPLED_SHOWN).map(({ other, support, confidence }) => ({
      path: history.paths[other]!,
      support,
      confidence: Number(confidence.toFixed(2)),
    })),
  };
}

function answer(
  history: History,
  window: Window,
  days: number | undefined,
  hotspots: readonly HotspotRow[],
): Hotspots {
  const { times, count } = history.commits;
  let oldest = window.until;
  for (let commit = 0; commit < count; commit++) oldest = Math.min(oldest, times[commit]!);
  return {
    days: days ?? null,
    since: dateOf(Math.max(window.since, oldest)),
    until: dateOf(window.until),
    commits: window.commits.length,
    hotspots,
  };
}

function findingOf(row: HotspotRow, { commits, since, until }: Hotspots): Finding {
  const worst = row.most_complex;
  const together = row.coupled[0];
  return {
    path: row.path,
    startLine: worst?.start_line ?? 1,
    endLine: worst?.end_line ?? 1,
    ...(worst && { symbol: worst.symbol }),
    claim:
      `changed by ${row.commits} of ${commits} commits (${row.authors} authors) from ${since} to ${until}; complexity ` +
      `${row.complexity}${worst ? `, highest here: cognitive ${worst.cognitive}` : ""}` +
      (together ? `; changes with ${together.path} (${together.support} times)` : ""),
    claimKey: `hotspot ${row.path}`,
    score: row.score,
    reasons: [{ name: "commits", value: row.commits }, { name: "complexity", value: row.complexity }],
  };
}

function dateOf(seconds: number): string {
  return new Date(seconds * 1000).toISOString().slice(0, 10);
}

function nothing(summary: string, gaps: readonly string[]): Findings {
  return { tool: "ci_hotspot", items: [], strength: "none", gaps, summary };
}
