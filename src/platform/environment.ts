import { attempt } from "../model/attempt.ts";

/** One environment variable; undefined when unset, or when the compiled permissions do not name it. */
export function env(name: string): string | undefined {
  return attempt(() => Deno.env.get(name));
}

/** The folder of the user's own configuration; undefined without a home. */
export function configHome(): string | undefined {
  return xdg("XDG_CONFIG_HOME", ".config");
}

/** The folder of the user's caches; undefined without a home. */
export function cacheHome(): string | undefined {
  return xdg("XDG_CACHE_HOME", ".cache");
}

function xdg(variable: string, fallback: string): string | undefined {
  const set = env(variable);
  if (set?.startsWith("/")) return set;
  const home = env("HOME");
  return home ? `${home}/${fallback}` : undefined;
}
