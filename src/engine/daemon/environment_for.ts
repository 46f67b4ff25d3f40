import { attempt } from "../../model/attempt.ts";
import { env } from "../../platform/host_files.ts";
import { environmentText, OWN_VARIABLES } from "../../settings/environment.ts";

type Env = (name: string) => string | undefined;

/**
 * Reads variables of the environment of another process as `environmentText` has them; undefined where this process cannot
 * answer in its place: it finds the user's files elsewhere, or one of the two is made to fail.
 */
export function environmentFor(text: string): Env | undefined {
  const theirs = variablesIn(text);
  if (!theirs) return undefined;
  const own = variablesIn(environmentText(env));
  const isAlike = OWN_VARIABLES.every((name) => theirs.get(name) === own?.get(name));
  return isAlike ? (name) => theirs.get(name) : undefined;
}

function variablesIn(text: string): ReadonlyMap<string, string> | undefined {
  return attempt(() => new Map(JSON.parse(text) as [string, string][]));
}
