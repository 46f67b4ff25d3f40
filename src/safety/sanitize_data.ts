import { onceEach } from "../model/once.ts";
import { sanitize } from "./sanitize.ts";

/**
 * Sanitizes all strings of structured data, including keys; its shape is unchanged. Results are cached, because rows
 * repeat their keys and much of their text.
 */
export function sanitizeData<T>(data: T): T {
  return sanitizeValue(data, onceEach((text) => sanitize(text).text)) as T;
}

function sanitizeValue(value: unknown, sanitized: (text: string) => string): unknown {
  if (typeof value === "string") return sanitized(value);
  if (Array.isArray(value)) return value.map((one) => sanitizeValue(one, sanitized));
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [sanitized(key), sanitizeValue(inner, sanitized)]),
  );
}
