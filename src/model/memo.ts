/** A map, also one by identity. */
interface Table<Key, Value> {
  get(key: Key): Value | undefined;
  set(key: Key, value: Value): unknown;
}

/** The value that a table has for a key; it is made at the first use. A value that is undefined is made anew. */
export function remember<Key, Value>(known: Table<Key, Value>, key: Key, make: () => Value): Value {
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

/** Values kept as long as their owner (an index, a request): each is made once, by the function that names it. */
export class Memo<Owner = undefined> {
  readonly #values = new Map<unknown, unknown>();

  constructor(private readonly owner: Owner) {}

  /** Forgets all values: they are made anew when they are asked for. */
  clear(): void {
    this.#values.clear();
  }

  /**
   * Returns the cached result of `make`. `make` must be the same function each time: a closure would be called anew.
   */
  get<Value>(make: (owner: Owner) => Value): Value {
    if (!this.#values.has(make)) this.#values.set(make, make(this.owner));
    return this.#values.get(make) as Value;
  }

  /** The value of a key in a table of its own, which is named by what makes it. */
  of<Key, Value>(table: unknown, key: Key, make: () => Value): Value {
    const known = remember(this.#values, table, () => new BoundedMap<Key, Value>());
    return remember(known as BoundedMap<Key, Value>, key, make);
  }
}
