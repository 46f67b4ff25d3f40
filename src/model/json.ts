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

/** The object that a JSON text holds; undefined for a missing or damaged text and for anything else. */
export function parseObject(text: string | undefined): JsonObject | undefined {
  if (text === undefined) return undefined;
  return attempt(() => asObject(JSON.parse(text)));
}
