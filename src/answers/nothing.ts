import type { Findings } from "../model/calls.ts";

/** Findings of a tool that found nothing, with the reason as summary. */
export function nothing(
  tool: Findings["tool"],
  summary: string,
  gaps: readonly string[] = [],
  data?: unknown,
): Findings {
  return { tool, items: [], strength: "none", gaps, summary, ...(data !== undefined && { data }) };
}
