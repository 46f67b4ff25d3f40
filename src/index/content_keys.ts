import { columnBytes } from "./column.ts";
import type { ContentKeys } from "./ports.ts";
import type { Store } from "../platform/store.ts";

/** The keys of the blobs in a local index. */
export class StoredKeys implements ContentKeys {
  constructor(private readonly database: Store) {}

  numbers(): string {
    const sql = "SELECT json_group_object(hex(key), id) AS numbers FROM blob";
    return String(this.database.get(sql)?.["numbers"] ?? "{}");
  }

  keyOf(content: number): Uint8Array {
    return columnBytes(this.database.get("SELECT key FROM blob WHERE id = ?", content)?.["key"]);
  }

  numberOf(key: string): number {
    const value = Uint8Array.from(key.match(/[0-9a-f]{2}/g) ?? [], (pair) => parseInt(pair, 16));
    return Number(this.database.get("SELECT id FROM blob WHERE key = ?", value)?.["id"] ?? 0);
  }
}
