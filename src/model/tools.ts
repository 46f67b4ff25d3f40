import type { ToolName } from "./plan.ts";
import type { ToolSpec } from "./ports.ts";

/** The eight tools as the planner and the clients know them, in order of tier. */
export const TOOL_SPECS: Readonly<Record<ToolName, ToolSpec>> = {
  ci_index_status: {
    name: "ci_index_status",
    tier: 0,
    doc: "how the repository and its index stand",
    clamps: {},
  },
  ci_search: {
    name: "ci_search",
    tier: 1,
    doc: "the files and lines that match the question",
    clamps: { limit: { default: 10, max: 10 } },
  },
  ci_graph_rag: {
    name: "ci_graph_rag",
    tier: 1,
    doc: "what the matching code calls, uses and is used by",
    clamps: {
      depth: { default: 2, max: 2, min: 0 },
      budget: { default: 8000, max: 8000, min: 0 },
      top_k: { default: 10, max: 10, min: 0 },
    },
  },
  ci_call_chain: {
    name: "ci_call_chain",
    tier: 2,
    doc: "who calls a symbol and what it calls",
    clamps: { depth: { default: 2, max: 3 } },
  },
  ci_bug_locate: {
    name: "ci_bug_locate",
    tier: 2,
    doc: "where an error most likely comes from",
    clamps: { top_n: { default: 5, max: 20 }, history_depth: { default: 100_000, max: 100_000, min: 0 } },
  },
  ci_impact: {
    name: "ci_impact",
    tier: 2,
    doc: "what depends on a symbol or file",
    clamps: { depth: { default: 3, max: 5 } },
  },
  ci_complexity: {
    name: "ci_complexity",
    tier: 2,
    doc: "how complex the functions of a file are",
    clamps: {},
  },
  ci_hotspot: {
    name: "ci_hotspot",
    tier: 2,
    doc: "files that change often and are complex",
    clamps: { days: { default: 30, max: 30 }, top: { default: 20, max: 20 } },
  },
};

/** The tools. */
export const TOOL_NAMES: readonly ToolName[] = Object.keys(TOOL_SPECS) as ToolName[];
