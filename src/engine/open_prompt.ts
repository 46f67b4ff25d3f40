import { mayMean, readIntent } from "../intent/intent.ts";
import { isUntyped } from "../intent/synthetic_prompts.ts";
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
  if (isUntyped(prompt)) return undefined;
  const plain = readIntent(prompt);
  const isOpen = mayMean(plain);
  if (!isOpen && !mayBeOn(cwd, env)) return undefined;
  const resolved = await loadSettings(cwd, env);
  const enabled = resolved.settings.enabled.value;
  return enabled === "off" || (enabled === "auto" && !isOpen) ? undefined : { plain, resolved };
}
