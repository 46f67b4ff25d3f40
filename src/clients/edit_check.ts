import { isDeepStrictEqual } from "node:util";
import { asObject } from "../model/json.ts";

/** Proves that an edit of a configuration file changed what it was to change and nothing else. */

/** A parsed table or object. */
type Parsed = Readonly<Record<string, unknown>>;

/** Returns the value at a path of keys in parsed data; undefined without one. */
export function valueAt(data: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>((at, key) => {
    const held = asObject(at);
    return held && Object.hasOwn(held, key) ? held[key] : undefined;
  }, data);
}

/** True if the table at `path` holds all of `values`; it may hold more. */
export function holds(data: unknown, path: readonly string[], values: Parsed): boolean {
  return Object.entries(values).every(([key, value]) =>
    isDeepStrictEqual(plain(valueAt(data, [...path, key])), plain(value))
  );
}

/**
 * True if `after` is `before` with `values` added to the table at `path`, or without that table if there are none.
 * Tables on the way to it may be added or removed too.
 */
export function isEdit(before: unknown, after: unknown, path: readonly string[], values?: Parsed): boolean {
  return isDeepStrictEqual(without(before, path), without(after, path)) &&
    isDeepStrictEqual(
      values && { ...asObject(plain(valueAt(before, path))), ...values },
      plain(valueAt(after, path)),
    );
}

/** Returns the data without the value at `path` and without tables on the way that become empty. */
function without(data: unknown, [key, ...rest]: readonly string[]): unknown {
  const table = asObject(data);
  if (!table || key === undefined) return plain(data);
  const left = Object.entries(table).flatMap(([name, value]) => {
    if (name !== key) return [[name, plain(value)]];
    const inner = rest.length === 0 ? undefined : without(value, rest);
    return inner === undefined || isDeepStrictEqual(inner, {}) ? [] : [[name, inner]];
  });
  return Object.fromEntries(left);
}

/** The same data in objects of one kind: parsers differ in the prototypes of theirs. */
function plain(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plain);
  if (value instanceof Date) return value.toJSON();
  const table = asObject(value);
  return table ? Object.fromEntries(Object.entries(table).map(([key, part]) => [key, plain(part)])) : value;
}
