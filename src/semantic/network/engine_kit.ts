import { toHex } from "../../model/hex.ts";
import type { SemanticFailure, SemanticGap } from "../../model/embedding_space.ts";

/** What the engines have in common. */

/** For one exchange. Milliseconds. */
export const PATIENCE_MS = 30_000;

/** Why an engine did not do what it was asked. */
export function engineGap(reason: SemanticFailure, detail: string): SemanticGap {
  return { ok: false, reason, detail: `vector engine: ${detail}` };
}

/** Vectors of two lengths cannot be in one place. */
export function otherLength(found: number, expected: number): SemanticGap {
  return engineGap(
    "dimension_mismatch",
    `it holds vectors of length ${found}, the model's are of: ${expected}; name another place in vectors.url`,
  );
}

/** The first `bytes` of a text's SHA-256, in hexadecimal digits. */
export async function digest(text: string, bytes: number): Promise<string> {
  const whole = new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text)));
  return toHex(whole.subarray(0, bytes));
}

/** Cuts a list where the sizes add up to more than `most`; no slice is empty. */
export function* slices<T>(
  list: readonly T[],
  size: (one: T) => number,
  most: number,
): Generator<readonly T[]> {
  let slice: T[] = [];
  let sum = 0;
  for (const one of list) {
    if (slice.length > 0 && sum + size(one) > most) {
      yield slice;
      slice = [];
      sum = 0;
    }
    slice.push(one);
    sum += size(one);
  }
  if (slice.length > 0) yield slice;
}
