import type { StoreValue } from "../platform/store.ts";

/** The bytes of a BLOB column; empty for any other value. */
export function columnBytes(value: StoreValue | undefined): Uint8Array {
  return value instanceof Uint8Array ? value : new Uint8Array(0);
}
