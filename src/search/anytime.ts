import type { Findings } from "../model/findings.ts";
import { LIMITS } from "../model/limits.ts";
import type { ToolContext } from "../ports/tool.ts";
import type { AskOptions } from "./ask_index.ts";
import type { SearchResult } from "./rank/search_result.ts";

/** Share of a tool's time after which the files are handed over before their definitions are ranked. */
const SLOW_SHARE = 0.2;

/**
 * Hands over the findings of the files alone where ranking them took so long that the definitions may come too late. The
 * time counts from this call.
 *
 * @param findingsOf makes the tool's findings of a result without definitions
 */
export function handingOverFiles(
  { clock, deadline, partial }: Pick<ToolContext, "clock" | "deadline" | "partial">,
  findingsOf: (result: SearchResult) => Findings,
): Pick<AskOptions, "onFiles"> {
  const begun = clock();
  const slowMs = (deadline - begun) * SLOW_SHARE;
  return {
    onFiles: (files) => {
      if (clock() - begun < slowMs) return;
      const findings = findingsOf(files());
      partial({ ...findings, gaps: [...findings.gaps, LIMITS.filesOnly] });
    },
  };
}
