import type { Findings } from "../model/findings.ts";
import type { Tool } from "./tool.ts";

/** How the repository stands: commit, files in view, which engine answers. Never builds or clears anything. */
export const ciIndexStatus: Tool = (_args, context): Findings => {
  const files = context.files.list().length;
  const head = context.repository.head;
  const at = head ? `git ${head}` : "no git commit";
  return {
    tool: "ci_index_status",
    items: [],
    strength: "none",
    gaps: [],
    summary: `${at}, ${files} files in view, live search`,
    data: { head: head ?? null, files, engine: "live" },
  };
};
