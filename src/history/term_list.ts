/** Sorted list of distinct strings without NUL, ascending by UTF-16 code unit. */
export interface TermList {
  readonly length: number;
  /** Zero-based position of a term; undefined if absent. */
  numberOf(term: string): number | undefined;
  /** All terms, NUL-separated UTF-8. */
  bytes(): Uint8Array;
}

/** Creates a term list from strings in memory. */
export function termList(terms: readonly string[]): TermList {
  return {
    length: terms.length,
    numberOf: (term) => find(terms.length, term, (at) => terms[at]!),
    bytes: () => new TextEncoder().encode(terms.join("\0")),
  };
}

/**
 * Creates a term list over NUL-separated UTF-8. Only terms met by a binary search are decoded: a query looks up dozens
 * of tens of thousands. Undefined if the number of terms is not `length`.
 */
export function packedTerms(bytes: Uint8Array, length: number): TermList | undefined {
  const starts = new Uint32Array(length + 1);
  let count = 0;
  for (let at = 0; at < bytes.length; count++) {
    if (count === length) return undefined;
    starts[count] = at;
    const end = bytes.indexOf(0, at);
    at = end < 0 ? bytes.length + 1 : end + 1;
  }
  if (count !== length) return undefined;
  starts[length] = bytes.length + 1;
  const decoder = new TextDecoder();
  const termAt = (at: number): string => decoder.decode(bytes.subarray(starts[at]!, starts[at + 1]! - 1));
  return { length, numberOf: (term) => find(length, term, termAt), bytes: () => bytes };
}

function find(length: number, term: string, termAt: (at: number) => string): number | undefined {
  let low = 0;
  let high = length - 1;
  while (low <= high) {
    const middle = (low + high) >>> 1;
    const found = termAt(middle);
    if (found === term) return middle;
    if (found < term) low = middle + 1;
    else high = middle - 1;
  }
  return undefined;
}
