import type { ToDaemon } from "../../model/daemon.ts";
import type { PromptAsk } from "../../model/prompt.ts";
import type { QueryEmbedding } from "../../model/semantic.ts";
import { loadSettings } from "../load_settings.ts";
import { guessFor } from "../local_run.ts";
import { modelsOf, openQuestion } from "../semantic_question.ts";
import { startVectors } from "../background.ts";

/**
 * Announces the source of the question's vector, then sends the vector: keys and connections stay in this process.
 */
export async function answerEmbed(
  { request: { prompt, cwd }, asksModels }: PromptAsk,
  send: (message: ToDaemon) => void,
): Promise<void> {
  const { settings } = await loadSettings(cwd);
  const question = await openQuestion(asksModels ? prompt : undefined, settings);
  const place = guessFor(cwd, settings);
  const space = question?.begin(place?.cache);
  send({ type: "meaning", ...(space && { space }), models: modelsOf(question) });
  if (!question || !space || !place) return;
  startVectors(place.root, place.cache, space);
  await question.send((query) => send({ type: "vector", query: asPlain(query) }));
}

/** JSON has no arrays of 32-bit numbers. */
function asPlain({ outcome, ...query }: QueryEmbedding): QueryEmbedding {
  if (!("vectors" in outcome)) return { ...query, outcome };
  const vectors = outcome.vectors.map((vector) => [...vector]) as unknown as typeof outcome.vectors;
  return { ...query, outcome: { ...outcome, vectors } };
}
