import { SETTINGS } from "./specs.ts";

/** Variables that say where the user's files are, and for tests what fails: a process reads its own. */
export const OWN_VARIABLES: readonly string[] = [
  "CI_AUTO_TOOLS_FAULT",
  "CI_AUTO_TOOLS_RECORD",
  "HOME",
  "XDG_CONFIG_HOME",
  "XDG_CACHE_HOME",
  "GIT_CEILING_DIRECTORIES",
];

/** Other names of settings. */
const ALIASES: readonly string[] = ["CI_AUTO_TOOLS_DRY_RUN"];

/**
 * The variables by which two processes could answer the same prompt differently, as one text to compare.
 *
 * @param env reads one variable; undefined when unset
 */
export function environmentText(env: (name: string) => string | undefined): string {
  const names = [
    ...Object.values(SETTINGS).flatMap(({ env }) => env === undefined ? [] : [env]),
    ...ALIASES,
    ...OWN_VARIABLES,
  ];
  return JSON.stringify(names.flatMap((name) => {
    const value = env(name);
    return value === undefined || value === "" ? [] : [[name, value]];
  }));
}
