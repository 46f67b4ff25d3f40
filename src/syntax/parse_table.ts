import type { Language } from "web-tree-sitter";
import type { ParserMemory } from "./tree_memory.ts";

/**
 * A grammar stores most rows of its parse table as lists of symbol groups, which the parser searches linearly for every
 * token and node, after an error even once per symbol. This module expands such rows to one entry per symbol, so that
 * each lookup is one read.
 *
 * The layouts are those of `TSLanguage` in the C sources of the pinned web-tree-sitter, as in {@link TreeMemory}.
 */

/** Maximum size of an expanded table in bytes: larger ones exceed the processor's cache. */
const MOST_BYTES = 5 << 20;

/**
 * Expands the parse table of a loaded grammar. Must be called between two parses.
 *
 * @param memory the core's memory; its views may be replaced by `allocate`
 * @param allocate allocates memory in the core, in bytes, which is never freed; 0 on failure
 * @returns true if expanded; false if the table has no lists, or would be too large
 */
export function writeOutParseTable(
  memory: ParserMemory,
  language: Language,
  allocate: (bytes: number) => number,
): boolean {
  const address = (language as unknown as { readonly 0: number })[0];
  const word = (offset: number): number => memory.HEAPU32[(address + offset) >> 2]!;
  const [symbols, states, whole] = [word(SYMBOL_COUNT), word(STATE_COUNT), word(WHOLE_STATE_COUNT)];
  const bytes = states * symbols * 2;
  if (whole >= states || bytes > MOST_BYTES) return false;
  const table = allocate(bytes);
  if (table === 0) return false;
  const halves = memory.HEAPU16;
  const rows = table >> 1;
  const known = word(PARSE_TABLE) >> 1;
  halves.copyWithin(rows, known, known + whole * symbols);
  halves.fill(0, rows + whole * symbols, rows + states * symbols);
  const lists = word(LISTS) >> 1;
  const places = word(PLACES_OF_LISTS) >> 2;
  for (let state = whole; state < states; state++) {
    writeRow(halves, lists + memory.HEAPU32[places + state - whole]!, rows + state * symbols);
  }
  memory.HEAPU32[(address + PARSE_TABLE) >> 2] = table;
  memory.HEAPU32[(address + WHOLE_STATE_COUNT) >> 2] = states;
  return true;
}

/**
 * Expands one row: `list` starts with the number of groups, each a value, a number of symbols, and the symbols. Both
 * are indexes into `halves`.
 */
function writeRow(halves: Uint16Array, list: number, row: number): void {
  let at = list + 1;
  for (let groups = halves[list]!; groups > 0; groups--) {
    const value = halves[at]!;
    const end = at + 2 + halves[at + 1]!;
    for (at += 2; at < end; at++) halves[row + halves[at]!] = value;
  }
}

// Byte offsets in the C structure.
const SYMBOL_COUNT = 4;
const STATE_COUNT = 20;
/** Number of states with expanded rows; later ones are lists. */
const WHOLE_STATE_COUNT = 24;
const PARSE_TABLE = 40;
const LISTS = 44;
const PLACES_OF_LISTS = 48;
