import type { Settings } from "../model/settings.ts";
import { chooseProvider } from "./choose_provider.ts";
import type { Semantic } from "./semantic_question.ts";
import { SemanticQuestion } from "./semantic_question.ts";

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
  const semantic = opened ?? await semanticFor(settings);
  return new SemanticQuestion(semantic, question, settings["embedding.timeout_ms"].value);
}

/** The network code is loaded only if there is a provider. */
async function semanticFor(settings: Settings): Promise<Semantic> {
  const chosen = await chooseProvider(settings);
  if (!chosen.service) return { choice: chosen.choice, close: () => {} };
  return await (await import("./semantic.ts")).openSemantic(settings, chosen);
}
