import { SETTING_SPECS } from "../model/setting_specs.ts";

/**
 * Environment variables that a process reads itself: locations of the user's files, recording, and faults for tests.
 */
export const OWN_VARIABLES: readonly string[] = [
  "CI_AUTO_TOOLS_FAULT",
  "CI_AUTO_TOOLS_RECORD",
  "HOME",
  "XDG_CONFIG_HOME",
  "XDG_CACHE_HOME",
  "GIT_CEILING_DIRECTORIES",
];

/** Alternative variables for settings. */
const ALIASES: readonly string[] = ["CI_AUTO_TOOLS_DRY_RUN"];

/**
 * Serializes the variables that can change the answer to a prompt, to compare the environments of two processes.
 *
 * @param env returns the value of a variable; undefined if unset
 */
export function environmentText(env: (name: string) => string | undefined): string {
  const names = [
    ...[...SETTING_SPECS.values()].flatMap(({ env }) => env ?? []),
    ...ALIASES,
    ...OWN_VARIABLES,
  ];
  return JSON.stringify(names.flatMap((name) => {
    const value = env(name);
    return value === undefined || value === "" ? [] : [[name, value]];
  }));
}
