import type { ContentKeys, Database, Value } from "./ports.ts";

/** The keys of an index's contents. */
export class StoredKeys implements ContentKeys {
  constructor(private readonly database: Database) {}

  all(): Map<string, number> {
    return new Map(pairsOf(this.database, "blob").map(([number, key]) => [key, number]));
  }

  keyOf(content: number): Uint8Array {
    return bytes(this.database.get("SELECT key FROM blob WHERE id = ?", content)?.["key"]);
  }

  numberOf(key: string): number {
    const value = Uint8Array.from(key.match(/[0-9a-f]{2}/g) ?? [], (pair) => parseInt(pair, 16));
    return Number(this.database.get("SELECT id FROM blob WHERE key = ?", value)?.["id"] ?? 0);
  }
}

/**
 * Numbers and keys of a table, the keys in hexadecimal digits. As one text, because a row costs more than what is in it.
 *
 * @param source a table with the columns `id` and `key`, and what limits it
 */
export function pairsOf(database: Database, source: string): [number, string][] {
  const sql = `SELECT group_concat(id || ' ' || lower(hex(key)), char(10)) AS pairs FROM ${source}`;
  const pairs = database.get(sql)?.["pairs"];
  if (typeof pairs !== "string") return [];
  return pairs.split("\n").map((pair) => {
    const gap = pair.indexOf(" ");
    return [Number(pair.slice(0, gap)), pair.slice(gap + 1)];
  });
}

function bytes(value: Value | undefined): Uint8Array {
  return value instanceof Uint8Array ? value : new Uint8Array(0);
}
