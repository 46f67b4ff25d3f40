import { attempt } from "./attempt.ts";

/** JSON from outside: nothing here throws, no field of what comes back is to be trusted. */

/** An object as it came. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** The value as an object; undefined for anything else, lists included. */
export function asObject(value: unknown): JsonObject | undefined {
  return isObject(value) ? value : undefined;
}

/** Checks if the value is an object; lists are none. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/**
 * The entry of a table under a name that may come from outside; undefined for names that every object knows, such as
 * `constructor`.
 */
export function lookUp<T>(table: Readonly<Record<string, T>>, name: string): T | undefined {
  return Object.hasOwn(table, name) ? table[name] : undefined;
}

/** Maximum number of lists and objects in one JSON text: each takes some 60 bytes, and as little as one character. */
export const MOST_CONTAINERS: number = 200_000;

/** True if a JSON text has more than 200,000 lists and objects, so that parsing it would take far more memory than it. */
export function isDense(text: string): boolean {
  let [containers, isText] = [0, false];
  for (let at = 0; at < text.length && text.length > MOST_CONTAINERS; at++) {
    const code = text.charCodeAt(at);
    if (code === 0x5c) at++;
    else if (code === 0x22) isText = !isText;
    else if (!isText && (code === 0x5b || code === 0x7b) && ++containers > MOST_CONTAINERS) return true;
  }
  return false;
}

/**
 * Parses a JSON text from outside.
 *
 * @throws Error if it is no JSON or {@link isDense}
 */
export function parseJson(text: string): unknown {
  if (isDense(text)) throw new Error(`more than ${MOST_CONTAINERS} lists and objects`);
  return JSON.parse(text);
}

/** The object that a JSON text holds; undefined for a missing, damaged or dense text and for anything else. */
export function parseObject(text: string | undefined): JsonObject | undefined {
  if (text === undefined) return undefined;
  return attempt(() => asObject(parseJson(text)));
}
