import { sanitize } from "./sanitize.ts";

/**
 * Sanitizes all strings of structured data, including keys; its shape is unchanged. Results are cached, because rows
 * repeat their keys and much of their text.
 */
export function sanitizeData<T>(data: T): T {
  return sanitizeValue(data, new Map()) as T;
}

function sanitizeValue(value: unknown, known: Map<string, string>): unknown {
  if (typeof value === "string") return sanitizeText(value, known);
  if (Array.isArray(value)) return value.map((one) => sanitizeValue(one, known));
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [sanitizeText(key, known), sanitizeValue(inner, known)]),
  );
}

function sanitizeText(text: string, known: Map<string, string>): string {
  let sanitized = known.get(text);
  if (sanitized === undefined) known.set(text, sanitized = sanitize(text).text);
  return sanitized;
}
