import type { Delivery, PromptTask } from "../model/prompt.ts";
import { skipped } from "../model/calls.ts";
import { Failure } from "../model/errors.ts";
import { trackedPaths } from "../platform/git_index.ts";
import { statFile } from "../platform/stat_table.ts";
import { reportOn } from "../pipeline/pipeline.ts";
import { BRIEF, likelyFiles, namedFiles } from "../search/likely_files.ts";
import { roleOf } from "../index/roles.ts";
import { languageOf } from "../syntax/languages.ts";
import { listedUnder } from "./sandbox/tree.ts";

/**
 * Delivers the files of code whose paths hold words of the question, from git's index file alone: on a busy machine neither git nor
 * the sandbox has answered in the time that a person waits. Undefined if no path does.
 */
export async function namedDraft(
  task: PromptTask,
  root: string,
  exclude: readonly string[],
): Promise<Delivery | undefined> {
  const { plan: { calls } } = task;
  const search = calls.find((call) => call.tool === "ci_search");
  if (!search) return undefined;
  const tracked = trackedPaths(root).map((path) => ({ path, role: roleOf(path) }));
  const code = tracked.filter(({ path, role }) => role === "code" && languageOf(path) !== undefined);
  const { paths } = await likelyFiles(search.args, code);
  const listed = paths.values().filter(listedUnder(exclude));
  const first = listed.filter((path) => statFile(`${root}/${path}`)).take(BRIEF).toArray();
  if (first.length === 0) return undefined;
  const outcomes = calls.map((call) => ({
    ...skipped(call.tool, new Failure("budget", "no time left")),
    ...(call === search && { findings: namedFiles(first) }),
  }));
  const report = reportOn(task, outcomes);
  return report.type === "delivery" ? report.delivery : undefined;
}
