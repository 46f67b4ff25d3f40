/** A count with its noun in the right number: `1 file`, `12 files`; nouns that take an s. */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}
