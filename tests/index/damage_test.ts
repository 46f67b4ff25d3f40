import assert from "node:assert/strict";
import { IndexStore } from "../../src/index/index_store.ts";
import { blobHash } from "../../src/platform/work_tree.ts";
import { answers } from "../support/index_answers.ts";
import { openStore, openTestIndex } from "../support/index_kit.ts";
import { random } from "../support/random.ts";

/** One byte of a stored file changed at a time: it is noticed, or nobody can tell. */

/** Changed bytes in all, spread over those that are not zero. */
const PLACES = 80;

/** Places all over a file, the same ones every time. */
function placesIn(bytes: Uint8Array): number[] {
  const next = random(7);
  const used = [...bytes.keys()].filter((at) => bytes[at] !== 0);
  const step = used.length / PLACES;
  return Array.from({ length: PLACES }, (_, i) => used[Math.floor((i + next()) * step)]!);
}

function flipped(bytes: Uint8Array, at: number): Uint8Array {
  const copy = bytes.slice();
  copy[at]! ^= 1 << at % 8;
  return copy;
}

function storeIn(folder: string, name: RegExp): string {
  const found = [...Deno.readDirSync(folder)].filter((entry) => name.test(entry.name));
  assert.equal(found.length, 1);
  return `${folder}/${found[0]!.name}`;
}

Deno.test("a changed byte of the index is noticed when it is verified, or changes no answer", async () => {
  const root = Deno.realPathSync(Deno.makeTempDirSync());
  const cache = `${root}/.cache`;
  const texts: Record<string, string> = {
    "shop.py": "class Shop(Base):\n    def open_door(self, key):\n        return self.cart.fix(key)\n",
    "cart.ts": "/** A cart. */\nexport class Cart { fix(key: number) { return door(key); } }\n",
    "notes.md": "# Doors\n\nEvery door has a key.\n",
    "many.py": Array.from({ length: 60 }, (_, i) => `def step_${i}(key):\n    return door(key, ${i})\n`)
      .join(""),
  };
  for (const [path, text] of Object.entries(texts)) Deno.writeTextFileSync(`${root}/${path}`, text);
  const reopen = async (): Promise<{ wasDamaged: boolean; found: unknown }> => {
    const opened = await openTestIndex(root, { verifies: true });
    const found = answers(opened.index, ["door", "key", "fix", "cart"], ["Shop", "open_door", "fix"]);
    opened.close();
    return { wasDamaged: opened.wasDamaged, found };
  };
  const whole = await reopen();
  const file = storeIn(cache, /^index-\d+-\d+\.sqlite$/);
  const bytes = Deno.readFileSync(file);
  let noticed = 0;
  const places = placesIn(bytes);
  for (const at of places) {
    for (const { name } of Deno.readDirSync(cache)) Deno.removeSync(`${cache}/${name}`);
    Deno.writeFileSync(file, flipped(bytes, at));
    const { wasDamaged, found } = await reopen();
    assert.deepEqual(found, whole.found, `byte ${at} of ${bytes.length}`);
    if (wasDamaged) noticed++;
  }
  assert.ok(noticed > places.length / 2, `${noticed} of ${places.length}`);
  Deno.removeSync(root, { recursive: true });
});

Deno.test("rows that are missing, or belong to nothing, are noticed though SQLite finds nothing wrong", async () => {
  const root = Deno.realPathSync(Deno.makeTempDirSync());
  Deno.writeTextFileSync(`${root}/shop.py`, "def open_door(key):\n    return key\n");
  (await openTestIndex(root)).close();
  const { database } = openStore(`${root}/.cache`)!;
  assert.ok(new IndexStore(database).isWhole());
  const misfits = [
    "DELETE FROM parsed",
    "DELETE FROM blob",
    "UPDATE segment SET first_block = first_block + 1",
    "UPDATE segment SET blocks = blocks - 1",
    "UPDATE segment SET chunks = chunks + 1",
    "DELETE FROM tree_state",
    "UPDATE tree_paths SET tree = tree + 1",
    "UPDATE parsed SET data = 7",
    // A blob without its checksum.
    "UPDATE block SET data = substr(data, 1, length(data) - 1)",
  ];
  for (const misfit of misfits) {
    database.beginRead();
    database.run(misfit);
    assert.ok(!new IndexStore(database).isWhole(), misfit);
    database.endRead();
  }
  database.close();
  Deno.removeSync(root, { recursive: true });
});

Deno.test("a key that differs from its copy in the table's own index is noticed", async () => {
  const root = Deno.realPathSync(Deno.makeTempDirSync());
  const text = "def open_door(key):\n    return key\n";
  Deno.writeTextFileSync(`${root}/shop.py`, text);
  (await openTestIndex(root)).close();
  const file = storeIn(`${root}/.cache`, /^index-\d+-\d+\.sqlite$/);
  const bytes = Deno.readFileSync(file);
  const key = blobHash(new TextEncoder().encode(text));
  const places = [...bytes.keys()].filter((at) => key.every((byte, i) => bytes[at + i] === byte));
  assert.ok(places.length >= 2, "the key stands in the table and in its index");
  for (const at of places) {
    Deno.writeFileSync(file, flipped(bytes, at + 10));
    const opened = await openTestIndex(root, { verifies: true });
    assert.ok(opened.wasDamaged, `byte ${at}`);
    opened.close();
    for (const { name } of Deno.readDirSync(`${root}/.cache`)) Deno.removeSync(`${root}/.cache/${name}`);
  }
  Deno.removeSync(root, { recursive: true });
});
