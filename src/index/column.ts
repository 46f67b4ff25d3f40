import type { Value } from "./ports.ts";

/** The bytes of a BLOB column; empty for any other value. */
export function columnBytes(value: Value | undefined): Uint8Array {
  return value instanceof Uint8Array ? value : new Uint8Array(0);
}
