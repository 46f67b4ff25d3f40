import type { Findings } from "../model/calls.ts";
import { LIMITS } from "../model/limits.ts";
import type { ToolContext } from "../ports/tool.ts";
import type { AskOptions } from "./ask_index.ts";
import type { SearchResult } from "./rank/search_result.ts";

/** Share of a tool's time after which the files are emitted before their definitions are ranked. */
const SLOW_SHARE = 0.2;

/**
 * Emits the files once they are ranked, if that took so long that the definitions may come too late. The time counts
 * from this call.
 *
 * @param findingsOf makes the tool's findings of a result
 */
export function emittingFiles(
  { clock, deadline, partial }: Pick<ToolContext, "clock" | "deadline" | "partial">,
  findingsOf: (result: SearchResult) => Findings,
): Pick<AskOptions, "onFiles"> {
  const startedAt = clock();
  const slowMs = (deadline - startedAt) * SLOW_SHARE;
  return {
    onFiles: (result) => {
      if (clock() - startedAt < slowMs) return;
      const findings = findingsOf(result());
      partial({ ...findings, gaps: [...findings.gaps, LIMITS.filesOnly] });
    },
  };
}
