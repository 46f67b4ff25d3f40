import type { Findings } from "../model/calls.ts";
import type { Tool } from "../ports/tool.ts";

/**
 * State of the repository that facts are based on. Never builds, clears or lists anything, because it is part of
 * every answer.
 */
export const ciIndexStatus: Tool<"ci_index_status"> = (_args, context): Findings => {
  const { head, rootSource } = context.repository;
  return {
    tool: "ci_index_status",
    items: [],
    strength: "none",
    gaps: [],
    summary: head ? `git ${head}` : rootSource === "git" ? "git, no commit yet" : "no git",
    data: { head: head ?? null },
  };
};
