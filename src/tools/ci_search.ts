import { DEFAULT_LIMIT } from "../model/tools.ts";
import type { Finding, Findings } from "../model/findings.ts";
import { NO_QUESTION } from "../model/question.ts";
import type { RepositoryFile } from "../model/ports.ts";
import { remembered } from "./answers/remembered.ts";
import { searchIndex } from "../answers/indexed.ts";
import { OVERVIEW } from "../answers/overview/overview.ts";
import { searchLive } from "../search/live.ts";
import { CATCH_UP_MS, MOST_MISSING, type Tool, type ToolContext } from "../ports/tool.ts";

/** By hand the index may catch up as long as it takes. Milliseconds. */
const PATIENT_MS = 10_000;
const PATIENT_SHARE = 0.8;
/** Files the index is behind that are searched live beside it. */
const MOST_LIVE = 400;
/** Places of a live search, by hand and for a prompt, where nothing measures how sure it is. */
const BRIEF = 5;

/**
 * Search over the index as fresh as the time allows. What it is behind is searched live; a cold repository is searched
 * live as a whole.
 */
export const ciSearch: Tool<"ci_search"> = async (args, context): Promise<Findings> => {
  if (OVERVIEW.accepts(args.question ?? NO_QUESTION, args)) return OVERVIEW.find(context);
  const now = context.clock();
  const left = context.deadline - now;
  const refresh = left > PATIENT_MS ? left * PATIENT_SHARE : Math.min(CATCH_UP_MS, left * 0.3);
  const opened = await context.index.open({ deadline: now + refresh, end: context.deadline });
  const isBrief = args.brief ?? false;
  const most = isBrief ? BRIEF : args.limit ?? DEFAULT_LIMIT;
  const liveArgs = { ...args, limit: most };
  if (!opened) return await searchLive(liveArgs, context);
  const { index, pending } = opened;
  if (pending.length === 0) {
    const call = { tool: "ci_search", args, opened } as const;
    return await remembered(call, context, { compute: () => searchIndex(index, args, context) });
  }
  const tooCold = pending.length > index.files.count * MOST_MISSING || pending.length > MOST_LIVE;
  if (tooCold) return await searchLive(liveArgs, context);
  const live = await searchLive(liveArgs, onlyFiles(context, new Set(pending)));
  return merge(await searchIndex(index, args, context), live, isBrief ? BRIEF : 2 * most);
};

function onlyFiles(context: ToolContext, paths: ReadonlySet<string>): ToolContext {
  const list = (): readonly RepositoryFile[] => context.files.list().filter((file) => paths.has(file.path));
  return { ...context, files: { ...context.files, list } };
}

/** The two scores do not compare, so the live finds alternate with the best of the index. */
function merge(indexed: Findings, live: Findings, limit: number): Findings {
  if (live.strength === "none") return indexed;
  const items: Finding[] = [];
  const longest = Math.max(indexed.items.length, live.items.length);
  for (let rank = 0; rank < longest; rank++) {
    for (const item of [indexed.items[rank], live.items[rank]]) if (item) items.push(item);
  }
  const kept = items.slice(0, limit);
  return {
    ...indexed,
    items: kept,
    strength: indexed.strength === "none" ? live.strength : indexed.strength,
    summary: `${indexed.summary}, ${live.summary}`,
    data: { ...(indexed.data as object), files: [...new Set(kept.map((item) => item.path))] },
  };
}
