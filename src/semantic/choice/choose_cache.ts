import type { CacheService } from "../../model/remote_cache.ts";
import type { Settings } from "../../model/settings.ts";
import { baseUrl, type Env, isLocal } from "./endpoints.ts";

/** The server of a team's index, or why the one that is named cannot be used. */
export type ChosenCache = { readonly service: CacheService } | { readonly against: string };

/** Holds the bearer token for the server that `index.remote` names. */
const CACHE_TOKEN = "CI_AUTO_TOOLS_INDEX_TOKEN";

/**
 * The server that `index.remote` names; undefined where none is named. The token comes from the environment alone, and is
 * sent only encrypted or to this machine.
 */
export function chooseCache(settings: Settings, env: Env): ChosenCache | undefined {
  const text = settings["index.remote"].value;
  if (text === undefined) return undefined;
  const url = baseUrl(text);
  if (url === undefined) return { against: "index.remote is not an address like: https://HOST:PORT/PATH" };
  const key = env(CACHE_TOKEN);
  if (key && !url.startsWith("https:") && !isLocal(url)) {
    return { against: `index.remote has no https, so ${CACHE_TOKEN} is not sent there` };
  }
  return { service: { url, ...(key && { key }) } };
}
