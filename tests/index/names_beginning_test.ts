import assert from "node:assert/strict";
import { DictionaryWriter } from "../../src/index/dictionary.ts";
import { namesBeginningLike, namesToCompare } from "../../src/index/names_beginning.ts";
import { DEFINITION, REFERENCE } from "../../src/index/segment.ts";

/** A dictionary of definitions, beside a term and a used name, that counts the blocks read; `size` is in bytes of each. */
function dictionaryOf(names: readonly string[], size = 100) {
  const blocks: Uint8Array[] = [];
  const writer = new DictionaryWriter((block) => blocks.push(block));
  const keys = [...names.map((name) => DEFINITION + name), REFERENCE + "door_used", "door"];
  for (const key of keys.sort()) writer.add(key, new Uint8Array(size));
  writer.finish();
  const read = { count: 0 };
  const block = (number: number): Uint8Array => {
    read.count++;
    return blocks[number] ?? new Uint8Array(0);
  };
  return { firstKeys: writer.firstKeys, block, read };
}

const linesOf = (bytes: Uint8Array): string[] => new TextDecoder().decode(bytes).split("\n").sort();

Deno.test("names that begin like another are found in any of the usual spellings, and nothing else", () => {
  const dictionary = dictionaryOf([
    "door_open",
    "door_opne",
    "DOOR_OPENED",
    "Door_Open2",
    "a_door_open",
    "dora",
    "window",
  ]);
  assert.deepEqual(linesOf(namesBeginningLike("door_open", dictionary)), [
    "DOOR_OPENED",
    "Door_Open2",
    "door_open",
    "door_opne",
  ]);
});

Deno.test("of beginnings that too many names have a longer one is taken, and few blocks are read", () => {
  const many = Array.from({ length: 5000 }, (_, at) => `part_${String(at).padStart(4, "0")}`);
  const dictionary = dictionaryOf(many);
  assert.ok(dictionary.firstKeys.length > 100);
  const found = linesOf(namesBeginningLike("part_1234", dictionary));
  assert.deepEqual(found.filter((name) => name.startsWith("part_123")).length, 10);
  assert.ok(found.every((name) => name.startsWith("part_1")), found.join());
  assert.ok(dictionary.read.count < 20, String(dictionary.read.count));
});

Deno.test("of very many names only those that begin alike are compared, and never all are read", () => {
  const unread = (): Uint8Array => assert.fail("all names are read");
  const others = Array.from({ length: 2000 }, (_, at) => `part_${at}`);
  // So large that each has a block of its own.
  const many = dictionaryOf(["door_open", "door_opened", "a_door_open", ...others], 4000);
  assert.ok(many.firstKeys.length > 2000);
  const compared = [...namesToCompare("door_opne", [{ ...many, names: unread }])];
  assert.deepEqual(compared.map(linesOf), [["door_open", "door_opened"]]);
  assert.ok(many.read.count < 20, String(many.read.count));
});

Deno.test("all names of a usual repository are compared, without a look into the dictionary", () => {
  const few = dictionaryOf(["door_open"]);
  const names = new TextEncoder().encode("door_open");
  assert.deepEqual([...namesToCompare("door_opne", [{ ...few, names: () => names }])], [names]);
  assert.equal(few.read.count, 0);
});
