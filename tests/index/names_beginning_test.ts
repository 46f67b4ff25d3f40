import assert from "node:assert/strict";
import { DictionaryWriter } from "../../src/index/dictionary.ts";
import { IndexView } from "../../src/index/index_view.ts";
import { segmentReader } from "../../src/index/memory_index.ts";
import { namesBeginningLike } from "../../src/index/names_beginning.ts";
import { DEFINITION, REFERENCE } from "../../src/index/segment.ts";
import { SegmentBuilder } from "../../src/index/segment_builder.ts";
import { sourceText } from "../../src/index/source_text.ts";
import { newSnapshot } from "../../src/index/tree_snapshot.ts";
import { testParser } from "../support/index_kit.ts";

/** A dictionary of definitions, beside a term and a used name, that counts the blocks read. */
function dictionaryOf(names: readonly string[]) {
  const blocks: Uint8Array[] = [];
  const writer = new DictionaryWriter((block) => blocks.push(block));
  const keys = [...names.map((name) => DEFINITION + name), REFERENCE + "door_used", "door"];
  for (const key of keys.sort()) writer.add(key, new Uint8Array(100));
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

Deno.test("an index of very many names looks only for those that begin alike, and never reads all", async () => {
  const text = "def door_open(): pass\n\ndef door_opened(): pass\n\ndef a_door_open(): pass\n";
  const snapshot = newSnapshot([{ path: "a.py", role: "code" }], 0);
  const builder = new SegmentBuilder();
  builder.add(sourceText(text, { language: "python", reading: "code", parser: await testParser() }));
  snapshot.blobs[0] = builder.count;
  const reader = segmentReader(builder.finish());
  const view = (most?: number, names = reader.names): IndexView =>
    new IndexView(snapshot, [{ ...reader, names }], undefined, undefined, most);
  assert.deepEqual(view().nearNames("dooropen", 5), ["door_open", "a_door_open", "door_opened"]);
  const unread = (): Uint8Array => assert.fail("all names are read");
  assert.deepEqual(view(0, unread).nearNames("door_opne", 5), ["door_open", "door_opened"]);
});
