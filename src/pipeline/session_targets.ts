import { asObject, parseObject } from "../model/json.ts";
import type { Targets } from "../model/intent.ts";

/** Targets that one turn leaves for the next. */
export const MOST_TARGETS = 2;

/** Names and paths: the notes lie in the repository, and anything else in them is not from here. */
const NAME = /^[^\s"'`<>{}()\\]{1,300}$/;

/** Subject of the session's last answered prompt, by its notes; undefined before the first. */
export function lastTargets(notes: string): Targets | undefined {
  const line = notes.split("\n").findLast((line) => line.startsWith('{"about":'));
  const about = asObject(parseObject(line)?.["about"]);
  if (!about) return undefined;
  const names = (list: unknown): string[] =>
    Array.isArray(list)
      ? list.filter((one) => typeof one === "string" && NAME.test(one)).slice(0, MOST_TARGETS)
      : [];
  return { symbols: names(about["symbols"]), paths: names(about["paths"]) };
}
