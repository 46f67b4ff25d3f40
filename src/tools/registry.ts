import { Failure } from "../model/errors.ts";
import type { ToolName } from "../model/tools.ts";
import type { Tool } from "../ports/tool.ts";

/** Loader of each tool's code. For the sandbox alone, because it imports the whole analysis. */
const TOOLS: { readonly [Name in ToolName]: () => Promise<Tool<Name>> } = {
  ci_index_status: async () => (await import("./ci_index_status.ts")).ciIndexStatus,
  ci_graph_rag: async () => (await import("./ci_graph_rag.ts")).ciGraphRag,
  ci_bug_locate: async () => (await import("./ci_bug_locate.ts")).ciBugLocate,
  ci_call_chain: async () => (await import("./ci_call_chain.ts")).ciCallChain,
  ci_impact: async () => (await import("./ci_impact.ts")).ciImpact,
  ci_complexity: async () => (await import("./ci_complexity.ts")).ciComplexity,
  ci_hotspot: async () => (await import("./ci_hotspot.ts")).ciHotspot,
  ci_search: async () => (await import("./ci_search.ts")).ciSearch,
  navigate: async () => (await import("./navigation/navigate.ts")).navigate,
};

/**
 * Loads the code of a tool, which the arguments of a typed call fit.
 *
 * @throws Failure for a name from outside that is none of a tool
 */
export async function loadTool(name: ToolName): Promise<Tool> {
  if (!Object.hasOwn(TOOLS, name)) throw new Failure("toolUnavailable", `no such tool here: ${name}`);
  return await TOOLS[name]() as Tool;
}
