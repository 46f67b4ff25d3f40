import { VECTORS } from "../../index/vectors/vector_files.ts";
import type { Settings } from "../../model/settings.ts";
import { hasStore } from "../../platform/store_names.ts";

/**
 * True if a question may have a vector: the settings allow a provider, and there are vectors to compare it with.
 *
 * @param cache folder of the repository's index
 */
export function mayEmbed(settings: Settings, cache: string): boolean {
  if (settings["embedding.provider"].value.includes("none")) return false;
  return settings["vectors.url"].value !== undefined || hasStore(cache, VECTORS);
}
