/** A count with its noun in the right number: `1 file`, `12 files`; nouns that take an s. */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}

/** The first entries of a list as far as there is room, at least one, and the number of the others: `a, b, 3 more`. */
export function fitting(entries: readonly string[], longest: number): string {
  const end = entries.findIndex((_, at) => at > 0 && entries.slice(0, at + 1).join(", ").length > longest);
  return end < 0 ? entries.join(", ") : [...entries.slice(0, end), `${entries.length - end} more`].join(", ");
}
