import { evidenceOf, mayMean, readIntent } from "../intent/intent.ts";
import type { OpenPrompt, PromptAsk } from "../model/prompt.ts";
import { loadSettings, mayBeOn } from "./load_settings.ts";

/**
 * The gate: a prompt that may be about code, with the settings; undefined for silence. Files are read only for prompts that
 * may be, or where the settings may want every prompt answered.
 */
export async function openPrompt(
  { request: { prompt, cwd } }: Pick<PromptAsk, "request">,
  env: (name: string) => string | undefined,
): Promise<OpenPrompt | undefined> {
  const evidence = evidenceOf(prompt);
  if (!evidence) return undefined;
  const isOpen = mayMean(evidence);
  if (!isOpen && !mayBeOn(cwd, env)) return undefined;
  const resolved = await loadSettings(cwd, env);
  const enabled = resolved.settings.enabled.value;
  if (enabled === "off" || (enabled === "auto" && !isOpen)) return undefined;
  return { plain: readIntent(prompt, {}, evidence), resolved };
}
