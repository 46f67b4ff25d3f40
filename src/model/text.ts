/** The text with each run of white space as one space, and none around it. */
export function oneLine(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}

/** The text as the source of a regular expression that matches it alone. */
export function literal(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}

/** True if a text ends with one of the endings. */
export function endsWithAny(text: string, endings: readonly string[]): boolean {
  return endings.some((ending) => text.endsWith(ending));
}

/** The value of the first entry one of whose phrases, in lower case, occurs in a text of any case. */
export function valueFor<T>(
  text: string,
  table: readonly (readonly [value: T, phrases: readonly string[]])[],
): T | undefined {
  const lower = text.toLowerCase();
  return table.find(([, phrases]) => phrases.some((phrase) => lower.includes(phrase)))?.[0];
}

/** True if a text consists of ASCII characters. */
export function isAscii(text: string): boolean {
  return ASCII.test(text);
}

const ASCII = /^[\0-\x7f]*$/;
