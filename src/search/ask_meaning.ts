import type { ToolArguments } from "../model/tools.ts";
import type { SemanticUse } from "../model/semantic.ts";
import type { SemanticMatch } from "./rank/hybrid.ts";
import type { ToolContext } from "../ports/tool.ts";

/** Nearest chunks to a question in meaning, and the outcome of the lookup. */
export interface Meaning {
  /** Waits for the question's vector, unless there is nothing to compare it with. Never rejects. */
  match(): Promise<SemanticMatch | undefined>;
  /** Known once {@link match} has settled. */
  use(): { readonly semantic?: SemanticUse };
}

/**
 * Asks the vectors of the work tree; without a provider not even their code is loaded.
 *
 * @param mode `keyword` never asks; default `hybrid`
 */
export function askMeaning(
  mode: ToolArguments["ci_search"]["mode"],
  context: ToolContext,
  accepts?: (file: number) => boolean,
): Meaning {
  const { semantic } = context;
  if (mode === "keyword" || !semantic) return { match: () => Promise.resolve(undefined), use: () => ({}) };
  let use: SemanticUse = { used: false };
  const ask = async (): Promise<SemanticMatch | undefined> => {
    const { lookUp } = await import("./near_meaning.ts");
    const found = await lookUp(context, semantic, accepts);
    use = found.use;
    return found.near && { ...found.near, mode: mode === "semantic" ? "semantic" : "hybrid" };
  };
  return {
    // What cannot be read of the vectors is missing: the words answer without them.
    match: () => ask().catch(() => undefined),
    use: () => ({ semantic: use }),
  };
}
