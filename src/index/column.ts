import type { Value } from "./ports.ts";

/** A column's bytes; none where it has none. */
export function columnBytes(value: Value | undefined): Uint8Array {
  return value instanceof Uint8Array ? value : new Uint8Array(0);
}
