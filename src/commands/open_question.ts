import type { Settings } from "../model/settings.ts";
import type { Semantic, SemanticQuestion } from "./semantic.ts";

/**
 * Starts the network's side for a question, where a provider is there to ask; undefined for a question without words.
 *
 * @param opened what a process that gave up its rights before had opened when it still had them
 */
export async function openQuestion(
  question: string | undefined,
  settings: Settings,
  opened?: Semantic,
): Promise<SemanticQuestion | undefined> {
  if (question === undefined || question.trim() === "") return undefined;
  const { openSemantic, SemanticQuestion } = await import("./semantic.ts");
  const semantic = opened ?? await openSemantic(settings);
  return new SemanticQuestion(semantic, question, settings["embedding.timeout_ms"].value);
}
