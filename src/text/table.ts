/**
 * Looks words up in a sorted text of lines `key<TAB>value`: binary search on the text itself, so that a process that looks up twenty words
 * never pays for building a map of thousands. Lines are sorted by UTF-16 code units and the text ends in a newline.
 */

/** Offset of the first line whose key is at or after `key`. */
export function lowerBound(table: string, key: string): number {
  let low = 0;
  let high = table.length;
  while (low < high) {
    const start = table.lastIndexOf("\n", ((low + high) >> 1) - 1) + 1;
    const end = table.indexOf("\n", start);
    const line = table.slice(start, end);
    if (line < key) low = end + 1;
    else high = start;
  }
  return low;
}

/** The value of a key, undefined when it is not in the table. */
export function lookUp(table: string, key: string): string | undefined {
  const at = lowerBound(table, key);
  if (!table.startsWith(key, at) || table[at + key.length] !== "\t") return undefined;
  return table.slice(at + key.length + 1, table.indexOf("\n", at));
}

/** Membership in a word list written as ` one two three `; phrases are written with `_` for the blank. */
export function listed(list: string, word: string): boolean {
  return list.includes(` ${word} `);
}
