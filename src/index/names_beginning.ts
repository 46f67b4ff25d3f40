import { blockOf, eachEntry } from "./dictionary.ts";
import { DEFINITION, REFERENCE } from "./segment.ts";

/** A dictionary of which single blocks can be read. */
interface Blocks {
  readonly firstKeys: readonly string[];
  block(number: number): Uint8Array;
}

/** Blocks that are read for one beginning. */
const MOST_BLOCKS = 12;
/** UTF-16 units of a beginning. */
const SHORTEST = 3;
/** Sorts behind every character of a name. */
const LAST = "\uffff";
const encoder = new TextEncoder();

/** Blocks of a dictionary that hold names of definitions. */
export function definitionBlocks(firstKeys: readonly string[]): number {
  return blockOf(firstKeys, REFERENCE) + 1;
}

/**
 * Names of definitions that begin like `name`, one per line, as UTF-8: with its first half as it stands, in lower and upper
 * case and with a capital. Where too many blocks hold these, as much longer a beginning is taken as it needs.
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

function eachBeginningLike(
  name: string,
  { firstKeys, block }: Blocks,
  visit: (name: string) => void,
): void {
  for (let length = Math.max(SHORTEST, name.length >> 1); length <= name.length; length++) {
    const beginning = DEFINITION + name.slice(0, length);
    const first = Math.max(0, blockOf(firstKeys, beginning));
    const last = blockOf(firstKeys, beginning + LAST);
    if (last - first >= MOST_BLOCKS && length < name.length) continue;
    for (let number = first; number <= Math.min(last, first + MOST_BLOCKS - 1); number++) {
      eachEntry(block(number), (key) => {
        if (key.startsWith(beginning)) visit(key.slice(DEFINITION.length));
      });
    }
    return;
  }
}
