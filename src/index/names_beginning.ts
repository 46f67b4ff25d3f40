import { ByteWriter } from "./bytes.ts";
import { blockOf, type Blocks, eachEntry, EntryReader, KEY_ROOM } from "./dictionary.ts";
import { DEFINITION, REFERENCE } from "./segment.ts";

/** A dictionary with the names of all its definitions, one per line, as UTF-8. */
interface NamedBlocks extends Blocks {
  names(): Uint8Array;
}

/**
 * Maximum number of blocks whose names are all compared, about 400,000 names; above it only names with a similar prefix
 * are.
 */
const MOST_COMPARED = 2000;
/** Maximum number of blocks read per prefix. */
const MOST_BLOCKS = 12;
/** Minimum length of a prefix, and of a name that leads to a definition by itself, in UTF-16 code units. */
export const SHORTEST_NAME = 3;
/** Sorts after every character of a name. */
const LAST = "\uffff";
const DEFINITION_BYTE = DEFINITION.charCodeAt(0);
const LINE_END = 10;
const encoder = new TextEncoder();

/** Number of leading blocks of a dictionary that contain names of definitions. */
function definitionBlocks(firstKeys: readonly string[]): number {
  return blockOf(firstKeys, REFERENCE) + 1;
}

/** Names of definitions, one per line, as UTF-8. */
export function definitionNames(blocks: Blocks): Uint8Array {
  const out = new ByteWriter(1 << 12);
  eachDefinitionEntry(blocks, ({ bytes, length }) => {
    if (out.length > 0) out.byte(LINE_END);
    out.bytes(bytes, 1, length);
  });
  return out.view();
}

/** Visits the entries of definition names; the reader is reused. */
export function eachDefinitionEntry(blocks: Blocks, visit: (entry: EntryReader) => void): void {
  const room = new Uint8Array(KEY_ROOM);
  for (let block = 0; block < definitionBlocks(blocks.firstKeys); block++) {
    for (const entries = new EntryReader(blocks.block(block), room); entries.next();) {
      if (entries.bytes[0] !== DEFINITION_BYTE) return;
      visit(entries);
    }
  }
}

/**
 * The candidate names for a fuzzy match with `name`, one table per segment: names one per line, as UTF-8. In a very
 * large repository only names with a similar prefix.
 */
export function namesToCompare(name: string, segments: readonly NamedBlocks[]): Iterable<Uint8Array> {
  const blocks = segments.reduce((sum, { firstKeys }) => sum + definitionBlocks(firstKeys), 0);
  return segments.values().map((segment) =>
    blocks > MOST_COMPARED ? namesBeginningLike(name, segment) : segment.names()
  );
}

/**
 * Names of definitions that share a prefix with `name`, one per line, as UTF-8: its first half as written, in lower
 * case, in upper case, and capitalized. The prefix is extended until it occurs in few enough blocks.
 */
export function namesBeginningLike(name: string, blocks: Blocks): Uint8Array {
  const names = new Set<string>();
  for (const spelling of spellingsOf(name)) eachBeginningLike(spelling, blocks, (found) => names.add(found));
  return encoder.encode([...names].join("\n"));
}

function spellingsOf(name: string): ReadonlySet<string> {
  const lower = name.toLowerCase();
  return new Set([name, lower, name.toUpperCase(), lower.charAt(0).toUpperCase() + lower.slice(1)]);
}

function eachBeginningLike(name: string, blocks: Blocks, visit: (name: string) => void): void {
  const { firstKeys } = blocks;
  for (let length = Math.max(SHORTEST_NAME, name.length >> 1); length <= name.length; length++) {
    const beginning = DEFINITION + name.slice(0, length);
    const first = Math.max(0, blockOf(firstKeys, beginning));
    const last = blockOf(firstKeys, beginning + LAST);
    if (last - first >= MOST_BLOCKS && length < name.length) continue;
    for (let number = first; number <= Math.min(last, first + MOST_BLOCKS - 1); number++) {
      eachEntry(blocks.block(number), (key) => {
        if (key.startsWith(beginning)) visit(key.slice(DEFINITION.length));
      });
    }
    return;
  }
}
