import { attempt } from "../../model/attempt.ts";
import { type SemanticGap, semanticGap } from "../../model/semantic.ts";

/** An answer that is not what the protocol promises; `what` is the program's own wording. */
export function badResponse(what: string): SemanticGap {
  return semanticGap("bad_response", `the provider's answer is not as its protocol says: ${what}`);
}

/** A count of an answer; 0 for anything else. */
export function countOf(value: unknown): number {
  return typeof value === "number" && Number.isSafeInteger(value) && value >= 0 ? value : 0;
}

/** The header with a key as a bearer token; none without a key. */
export function bearer(key: string | undefined): Record<string, string> {
  return key === undefined ? {} : { authorization: `Bearer ${key}` };
}

/** A list of numbers, or the same as base64 of little-endian 32-bit floats; undefined for anything else. */
export function vectorOf(value: unknown): Float32Array<ArrayBuffer> | undefined {
  if (typeof value === "string") return packedVector(value);
  if (!Array.isArray(value)) return undefined;
  const vector = new Float32Array(value.length);
  for (let i = 0; i < value.length; i++) {
    const number: unknown = value[i];
    if (typeof number !== "number") return undefined;
    vector[i] = number;
  }
  return vector;
}

function packedVector(text: string): Float32Array<ArrayBuffer> | undefined {
  const bytes = attempt(() => Uint8Array.from(atob(text), (unit) => unit.charCodeAt(0)));
  return bytes?.length && bytes.length % 4 === 0 ? new Float32Array(bytes.buffer) : undefined;
}
