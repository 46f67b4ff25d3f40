import type { Findings } from "../model/findings.ts";
import { LIMITS } from "../model/limits.ts";
import type { ToolContext } from "../ports/tool.ts";
import type { AskOptions } from "./ask_index.ts";
import type { SearchResult } from "./rank/search_result.ts";

/** Share of a tool's time after which the ranking so far is emitted, before the next stage. */
const SLOW_SHARE = 0.2;
/** Share of it after which no further stage starts that only improves the order. */
const LATE_SHARE = 0.6;

/** True once the largest part of a tool's time is up, which counts from this call. */
export function lateFor({ clock, deadline }: Pick<ToolContext, "clock" | "deadline">): () => boolean {
  const begun = clock();
  const end = begun + LATE_SHARE * (deadline - begun);
  return () => clock() > end;
}

/**
 * Hands over the findings of each stage of the ranking where the stages take so long that the last may come too late. The
 * time counts from this call.
 *
 * @param findingsOf makes the tool's findings of a result
 */
export function handingOverStages(
  { clock, deadline, partial }: Pick<ToolContext, "clock" | "deadline" | "partial">,
  findingsOf: (result: SearchResult) => Findings,
): Pick<AskOptions, "onFiles"> {
  const begun = clock();
  const slowMs = (deadline - begun) * SLOW_SHARE;
  return {
    onFiles: (result) => {
      if (clock() - begun < slowMs) return;
      const findings = findingsOf(result());
      partial({ ...findings, gaps: [...findings.gaps, LIMITS.filesOnly] });
    },
  };
}
