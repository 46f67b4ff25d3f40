import { seal } from "./seal.ts";

/**
 * Structured data with every text in it sealed, keys included. The shape stays; nothing else is changed.
 */
export function sealData<T>(data: T): T {
  return sealValue(data) as T;
}

function sealValue(value: unknown): unknown {
  if (typeof value === "string") return seal(value).text;
  if (Array.isArray(value)) return value.map(sealValue);
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [seal(key).text, sealValue(inner)]));
}
