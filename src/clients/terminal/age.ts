const STEPS = [
  ["day", 86_400_000],
  ["hour", 3_600_000],
  ["minute", 60_000],
  ["second", 1000],
] as const;

/** Formats an age, for instance `3 minutes ago`; both in milliseconds since the Unix epoch. */
export function ageOf(then: number, now: number): string {
  for (const [unit, milliseconds] of STEPS) {
    const count = Math.floor((now - then) / milliseconds);
    if (count > 0) return `${count} ${unit}${count > 1 ? "s" : ""} ago`;
  }
  return "just now";
}
