import type { Settings } from "../model/settings.ts";
import { chooseEmbedding, type Chosen, withoutOllama } from "../semantic/choice/choose.ts";
import { chooseEngine } from "../semantic/choice/choose_engine.ts";
import { env } from "../platform/host_files.ts";
import { listens } from "../platform/listens.ts";

/** Connection timeout of an unnamed local Ollama. Milliseconds. */
const KNOCK_MS = 100;

/** The embedding provider and how to reach it; no service: none. */
export type ChosenProvider = Pick<Chosen, "choice" | "service">;

/** Chooses the provider, with the reason; connects at most to a local Ollama. */
export async function chooseProvider(settings: Settings): Promise<ChosenProvider> {
  const chosen = chooseEmbedding(settings, env);
  const { choice, service, ifThere } = chosen;
  if (!service) return { choice };
  if (ifThere && !await listens(service.url, KNOCK_MS)) return { choice: withoutOllama(chosen) };
  const engine = chooseEngine(settings, env);
  if (!engine) return { choice, service };
  // Vectors are not kept elsewhere than where the user wants them.
  if ("against" in engine) return { choice: { ...choice, failure: engine.against } };
  return { choice: { ...choice, engine: engine.choice }, service };
}
