import { attempt } from "../model/attempt.ts";

/** Value of an environment variable; undefined if it is unset or not in the compiled permissions. */
export function env(name: string): string | undefined {
  return attempt(() => Deno.env.get(name));
}

/** The user's configuration folder; undefined without a home folder. */
export function configHome(): string | undefined {
  return xdg("XDG_CONFIG_HOME", ".config");
}

/** The user's cache folder; undefined without a home folder. */
export function cacheHome(): string | undefined {
  return xdg("XDG_CACHE_HOME", ".cache");
}

function xdg(variable: string, fallback: string): string | undefined {
  const set = env(variable);
  if (set?.startsWith("/")) return set;
  const home = env("HOME");
  return home ? `${home}/${fallback}` : undefined;
}
