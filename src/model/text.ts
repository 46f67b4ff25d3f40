/** The text with each run of white space as one space, and none around it. */
export function oneLine(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}

/** The text as the source of a regular expression that matches it alone. */
export function literal(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}
