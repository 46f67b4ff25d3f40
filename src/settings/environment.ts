import { SETTINGS } from "./specs.ts";

/** What an answer depends on beside the settings' own variables. */
const OTHERS: readonly string[] = [
  "CI_AUTO_TOOLS_DRY_RUN",
  "CI_AUTO_TOOLS_FAULT",
  "CI_AUTO_TOOLS_RECORD",
  "HOME",
  "XDG_CONFIG_HOME",
  "XDG_CACHE_HOME",
  "GIT_CEILING_DIRECTORIES",
];

/**
 * The variables by which two processes could answer the same prompt differently, as one text to compare.
 *
 * @param env reads one variable; undefined when unset
 */
export function environmentText(env: (name: string) => string | undefined): string {
  const names = [...Object.values(SETTINGS).flatMap(({ env }) => env === undefined ? [] : [env]), ...OTHERS];
  return JSON.stringify(names.flatMap((name) => {
    const value = env(name);
    return value === undefined || value === "" ? [] : [[name, value]];
  }));
}
