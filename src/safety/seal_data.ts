import { seal } from "./seal.ts";

/**
 * Structured data with every text in it sealed, keys included. The shape stays; nothing else is changed. Rows repeat
 * their keys and much of their text: each is sealed once.
 */
export function sealData<T>(data: T): T {
  return sealValue(data, new Map()) as T;
}

function sealValue(value: unknown, known: Map<string, string>): unknown {
  if (typeof value === "string") return sealText(value, known);
  if (Array.isArray(value)) return value.map((one) => sealValue(one, known));
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [sealText(key, known), sealValue(inner, known)]),
  );
}

function sealText(text: string, known: Map<string, string>): string {
  let sealed = known.get(text);
  if (sealed === undefined) known.set(text, sealed = seal(text).text);
  return sealed;
}
