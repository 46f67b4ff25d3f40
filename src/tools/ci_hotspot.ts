import { historyOf, type Tool, type ToolContext } from "../ports/tool.ts";
import { belowAny } from "../model/paths.ts";
import { counted } from "../model/counted.ts";
import type { FileRole, Finding, Findings } from "../model/calls.ts";
import type { FileComplexity } from "../syntax/complexity/file_complexity.ts";
import { asRecent, type Recent, recentOf, type RecentPath } from "../history/hotspots/recent.ts";
import type { HotspotRow, Hotspots } from "../history/hotspots/rows.ts";
import { findingOf } from "../graph/describe.ts";
import { isGeneratedName } from "../syntax/classify.ts";
import { languageOf } from "../syntax/languages.ts";
import { nothing } from "../answers/nothing.ts";

const COUPLED_SHOWN = 3;
/** Files are measured in order of their changes; one that changed least is no hotspot however complex. */
const MEASURED_PER_SHOWN = 2;

/**
 * Files that change often and are complex. Arguments: `days` before HEAD, `top` files, `all` true for the whole history,
 * `complex` true for those with the most complex functions, `within` names of folders.
 */
export const ciHotspot: Tool<"ci_hotspot"> = async (args, context): Promise<Findings> => {
  const days = args.all ? undefined : args.days ?? 30;
  const top = args.top ?? 20;
  const roles = new Map(context.files.list().map((file) => [file.path, file.role]));
  const isWithin = belowAny(args.within ?? [], [...roles.keys()]);
  const enough = ({ paths, isCut }: Recent): boolean =>
    !isCut ||
    paths.filter(({ path }) => isWithin(path) && isCode(path, roles)).length >= top * MEASURED_PER_SHOWN;
  const { recent, gaps: missing } = await lookBack(context, days, enough);
  if (recent.commits === 0) return nothing("ci_hotspot", "no history", missing);
  const active = recent.paths.filter(({ path }) => isWithin(path) && isCode(path, roles));
  const { scored, gaps } = await score(active, context, args.complex ? Infinity : top * MEASURED_PER_SHOWN);
  const rows = scored.slice(0, top).map((one) => rowOf(one, (path) => roles.has(path)));
  const data: Hotspots = {
    days: days ?? null,
    since: dateOf(recent.since),
    until: dateOf(recent.until),
    commits: recent.commits,
    hotspots: rows,
  };
  const summary =
    `${counted(rows.length, "hotspot")} of ${active.length}${
      recent.isCut ? " and more" : ""
    } code files changed by ` +
    `${counted(data.commits, "commit")} from ${data.since} to ${data.until}`;
  return {
    tool: "ci_hotspot",
    items: rows.map((row) => hotspotAt(row, data)),
    strength: rows.length > 0 ? "strong" : "none",
    gaps: [...missing, ...gaps],
    summary,
    data,
  };
};

/** Cached activity at this HEAD, otherwise computed from the history. */
async function lookBack(
  context: ToolContext,
  days: number | undefined,
  enough: (recent: Recent) => boolean,
): Promise<{ readonly recent: Recent; readonly gaps: readonly string[] }> {
  const { head } = context.repository;
  const key = head === undefined ? undefined : `${head} ${days ?? "all"}`;
  const known = key === undefined ? undefined : asRecent(await context.history.recall(key));
  if (known && enough(known)) return { recent: known, gaps: [] };
  const history = await historyOf(context);
  const recent = recentOf(history, days);
  // A history with gaps may know more the next time.
  if (key !== undefined && history.gaps.length === 0) await context.history.remember(key, recent);
  return { recent, gaps: history.gaps };
}

function isCode(path: string, roles: ReadonlyMap<string, FileRole>): boolean {
  return roles.get(path) === "code" && languageOf(path) !== undefined && !isGeneratedName(path);
}

interface Scored {
  readonly activity: RecentPath;
  readonly complexity: FileComplexity;
  readonly score: number;
}

/** Measures files that are still there and have functions, so many of them; of all, by their most complex function alone. */
async function score(
  active: readonly RecentPath[],
  context: ToolContext,
  number: number,
): Promise<{ scored: Scored[]; gaps: string[] }> {
  const summaries = await context.syntax.summaries();
  const measured: { activity: RecentPath; complexity: FileComplexity }[] = [];
  const gaps: string[] = [];
  for (const [at, activity] of active.entries()) {
    if (measured.length === number) break;
    if (at > 0 && context.clock() > context.deadline) {
      gaps.push(`hotspots: measured ${at} of ${active.length} files within the time`);
      break;
    }
    const complexity = await summaries.of(activity.path, context.files);
    // A table without functions, such as a translation, changes often and breaks nothing.
    if (complexity && complexity.functions !== 0) measured.push({ activity, complexity });
  }
  summaries.save();
  const most = Math.max(1, ...measured.map(({ activity }) => activity.commits));
  const worst = Math.max(1, ...measured.map(({ complexity }) => complexity.cyclomatic));
  const scored = measured.map(({ activity, complexity }) => ({
    activity,
    complexity,
    score: number === Infinity
      ? complexity.worst?.cognitive ?? 0
      : (activity.commits / most) * (complexity.cyclomatic / worst),
  }));
  scored.sort((a, b) => b.score - a.score || (a.activity.path < b.activity.path ? -1 : 1));
  return { scored, gaps };
}

function rowOf({ activity, complexity, score }: Scored, isShown: (path: string) => boolean): HotspotRow {
  const { worst } = complexity;
  return {
    path: activity.path,
    score: Number(score.toFixed(4)),
    commits: activity.commits,
    authors: activity.authors,
    lines_added: activity.added,
    lines_deleted: activity.deleted,
    lines: complexity.lines,
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
    coupled: activity.coupled.filter(({ path }) => isShown(path)).slice(0, COUPLED_SHOWN),
  };
}

function hotspotAt(row: HotspotRow, { commits, since, until }: Hotspots): Finding {
  const worst = row.most_complex;
  const together = row.coupled[0];
  return {
    ...findingOf({ ...worst, path: row.path }, "", row.score),
    claim:
      `its file was changed by ${row.commits} of ${commits} commits (${
        counted(row.authors, "author")
      }) from ${since} to ${until}, complexity ${row.complexity} in all` +
      (worst ? `; highest cognitive complexity here: ${worst.cognitive}` : "") +
      (together ? `; changes with ${together.path} (${together.support} times)` : ""),
    claimKey: `hotspot ${row.path}`,
    reasons: [{ name: "commits", value: row.commits }, { name: "complexity", value: row.complexity }],
  };
}

function dateOf(seconds: number): string {
  return new Date(seconds * 1000).toISOString().slice(0, 10);
}
