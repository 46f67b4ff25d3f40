/** The text with each run of white space as one space, and none around it. */
export function oneLine(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}

/** The whole number of at most nine digits that a text is; undefined if it is none. */
export function wholeNumberIn(text: unknown): number | undefined {
  return typeof text === "string" && /^\d{1,9}$/.test(text) ? Number(text) : undefined;
}

/** The last part of a qualified name: `total` of `Cart.total`, `Cart::total` and `Cart#total`. */
export function lastName(symbol: string): string {
  return symbol.split(/[.:#]+/).at(-1) ?? symbol;
}

/** True if a cut at the offset would split a character of two UTF-16 code units. */
export function splitsPair(text: string, at: number): boolean {
  return (text.codePointAt(at - 1) ?? 0) > 0xffff;
}

/** Characters of white space in front of a line. */
export function indentOf(line: string): number {
  return line.length - line.trimStart().length;
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
