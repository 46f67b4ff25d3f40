/** A map, also one by identity. */
interface Table<Key, Value> {
  get(key: Key): Value | undefined;
  set(key: Key, value: Value): unknown;
}

/** The value that a table has for a key; it is made at the first use. A value that is undefined is made anew. */
export function remember<Key, Value>(
  known: Table<Key, Value>,
  key: Key,
  make: () => Value,
): Value {
  let value = known.get(key);
  if (value === undefined) known.set(key, value = make());
  return value;
}

/** Entries of a {@link BoundedMap}. */
const MOST = 20_000;

/** A table of derived values that begins anew once it is full: a cache. */
export class BoundedMap<Key, Value> extends Map<Key, Value> {
  override set(key: Key, value: Value): this {
    if (this.size >= MOST) this.clear();
    return super.set(key, value);
  }
}
