import { rememberedKey, stillHolding } from "../history/hotspots/remembered.ts";
import { readSummaries, summariesStamp } from "./sandbox/summaries.ts";
import type { Findings } from "../model/findings.ts";
import type { ToolCall } from "../model/plan.ts";
import type { Settings } from "../model/settings.ts";
import { existingCacheFolder } from "../platform/cache_folder.ts";
import { historyFiles } from "../platform/history_files.ts";
import { isSymlink, realFile } from "../platform/host_files.ts";
import { programStamp } from "../platform/program_name.ts";
import type { Repository } from "../platform/repository.ts";
import { createRepositoryFiles } from "../platform/repository_files.ts";
import { createPathGuard } from "../safety/path_guard.ts";

/**
 * The hotspots an earlier call found at this HEAD, while every file they rest on is as it was. Reads a file of our own,
 * sizes and times, never content, so that no sandbox is needed. Undefined: they have to be found anew.
 */
export function knownHotspots(
  args: ToolCall["args"],
  { root, main, facts }: Repository,
  settings: Settings,
): Findings | undefined {
  const folder = existingCacheFolder(main);
  if (facts.head === undefined || folder === undefined || isElsewhere(settings)) return undefined;
  const days = args["all"] === true ? undefined : Number(args["days"]);
  const summaries = readSummaries(
    historyFiles(folder),
    summariesStamp(programStamp(), settings.exclude.value),
  );
  const kept = summaries[rememberedKey(facts.head, { days, top: Number(args["top"]) })];
  const guard = createPathGuard(root, { realPath: realFile, isSymlink });
  const files = createRepositoryFiles([], {
    admit: (path) => guard.admit(path),
    listed: () => false,
    roleOf: () => "data",
  });
  const answer = stillHolding(kept, files);
  if (!answer) return undefined;
  const { summary, data } = answer;
  return { tool: "ci_hotspot", items: [], strength: "none", gaps: [], summary, data };
}

/** Whether a CKB server is asked as well, or nothing is to run. */
function isElsewhere(settings: Settings): boolean {
  return settings["ckb.server"].value !== undefined || settings.mode.value === "plan";
}
