import { DEFAULT_LIMIT, type ToolArguments } from "../model/tools.ts";
import { alternating, type Findings } from "../model/calls.ts";
import { NO_QUESTION } from "../model/question.ts";
import { remembered } from "./answers/answer_cache.ts";
import { searchIndex } from "../answers/indexed.ts";
import { OVERVIEW } from "../answers/overview/overview.ts";
import { BRIEF, likelyFiles, namedFiles } from "../search/likely_files.ts";
import { CATCH_UP_MS, MOST_MISSING, type Tool, type ToolContext } from "../ports/tool.ts";

/** By hand the index may catch up as long as it takes. Milliseconds. */
const PATIENT_MS = 10_000;
const PATIENT_SHARE = 0.8;
/** Files the index is behind that are searched beside it. */
const MOST_BEHIND = 400;
/** Likely files that are read where there is no index of them. */
const MOST_LIKELY = 12;

/**
 * Search over the index as fresh as the time allows. Of the files that it is behind, or of all in a cold repository, the
 * likeliest are read and searched.
 */
export const ciSearch: Tool<"ci_search"> = async (args, context): Promise<Findings> => {
  if (OVERVIEW.accepts(args.question ?? NO_QUESTION, args)) return OVERVIEW.find(context);
  const now = context.clock();
  const left = context.deadline - now;
  const refresh = left > PATIENT_MS ? left * PATIENT_SHARE : Math.min(CATCH_UP_MS, left * 0.3);
  const opened = await context.index.open({ deadline: now + refresh, end: context.deadline });
  const isBrief = args.brief ?? false;
  const most = isBrief ? BRIEF : args.limit ?? DEFAULT_LIMIT;
  if (!opened) return await searchLikely(args, context);
  const { index, pending } = opened;
  if (pending.length === 0) {
    const call = { tool: "ci_search", args, opened } as const;
    return await remembered(call, context, { compute: () => searchIndex(index, args, context) });
  }
  const tooCold = pending.length > index.files.count * MOST_MISSING || pending.length > MOST_BEHIND;
  if (tooCold) return await searchLikely(args, context);
  const changed = await searchLikely(args, context, new Set(pending));
  return merge(await searchIndex(index, args, context), changed, isBrief ? BRIEF : 2 * most);
};

/** Searches an index in memory over the likeliest files, by default of all; their paths are a partial answer before. */
async function searchLikely(
  args: ToolArguments["ci_search"],
  context: ToolContext,
  among?: ReadonlySet<string>,
): Promise<Findings> {
  const { files, clock, deadline, partial } = context;
  const listed = files.list().filter(({ path }) => among?.has(path) ?? true);
  const reading = { ...context, deadline: (clock() + deadline) / 2 };
  const { paths, looked } = await likelyFiles(args, listed, reading);
  const gaps = looked < listed.length ? [`searched ${looked} of ${listed.length} files within the time`] : [];
  const named = namedFiles(paths.slice(0, BRIEF), gaps);
  if (paths.length > 0 && !among) partial(named);
  const { index, read } = await context.index.over(paths.slice(0, MOST_LIKELY), deadline);
  if (read === 0) return named;
  const findings = await searchIndex(index, { ...args, mode: "keyword" }, context);
  return { ...findings, gaps: [...gaps, ...findings.gaps] };
}

/** The two scores do not compare, so the finds of the changed files alternate with the best of the index. */
function merge(indexed: Findings, changed: Findings, limit: number): Findings {
  if (changed.strength === "none") return indexed;
  const kept = alternating(indexed.items, changed.items).slice(0, limit);
  return {
    ...indexed,
    items: kept,
    strength: indexed.strength === "none" ? changed.strength : indexed.strength,
    summary: `${indexed.summary}, ${changed.summary}`,
    data: { ...(indexed.data as object), files: [...new Set(kept.map((item) => item.path))] },
  };
}
