import { ByteWriter } from "./bytes.ts";
import { blockOf, eachEntry, EntryReader, KEY_ROOM } from "./dictionary.ts";
import { DEFINITION, REFERENCE } from "./segment.ts";

/** A dictionary of which single blocks can be read. */
interface Blocks {
  readonly firstKeys: readonly string[];
  block(number: number): Uint8Array;
}

/** The same with the names of all definitions in it, one per line, as UTF-8. */
interface NamedBlocks extends Blocks {
  names(): Uint8Array;
}

/** Names in so many blocks, some four hundred thousand, are all compared; of more only those that begin alike. */
const MOST_COMPARED = 2000;
/** Blocks that are read for one beginning. */
const MOST_BLOCKS = 12;
/** UTF-16 units of a beginning. */
const SHORTEST = 3;
/** Sorts behind every character of a name. */
const LAST = "\uffff";
const DEFINITION_BYTE = DEFINITION.charCodeAt(0);
const LINE_END = 10;
const encoder = new TextEncoder();

/** How many blocks of a dictionary, its first ones, hold names of definitions. */
export function definitionBlocks(firstKeys: readonly string[]): number {
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

/** The entries of names of definitions; the reader is reused. */
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
 * The names that are compared with `name` to find those near it, one table for each segment: names one per line, as UTF-8.
 * In a very large repository these are only the names that begin like it.
 */
export function namesToCompare(name: string, segments: readonly NamedBlocks[]): Iterable<Uint8Array> {
  const blocks = segments.reduce((sum, { firstKeys }) => sum + definitionBlocks(firstKeys), 0);
  return segments.values().map((segment) =>
    blocks > MOST_COMPARED ? namesBeginningLike(name, segment) : segment.names()
  );
}

/**
 * Names of definitions that begin like `name`, one per line, as UTF-8: with its first half as it stands, in lower and upper
 * case and with a capital. Where too many blocks hold these, the beginning is made longer until few enough do.
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
  for (let length = Math.max(SHORTEST, name.length >> 1); length <= name.length; length++) {
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
