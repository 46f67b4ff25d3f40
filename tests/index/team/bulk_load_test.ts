import assert from "node:assert/strict";
import { INDEX_SPEC } from "../../../src/engine/sandbox/index_port.ts";
import { type Batch, ContentIndexer } from "../../../src/index/content_indexer.ts";
import { IndexStore } from "../../../src/index/index_store.ts";
import { BulkLoad, nameOf } from "../../../src/index/team/bulk_load.ts";
import { packPart, type Part, readPart } from "../../../src/index/team/part.ts";
import { newSnapshot } from "../../../src/index/tree_snapshot.ts";
import { decompress } from "../../../src/platform/compression.ts";
import { Store } from "../../../src/platform/store.ts";
import { makeRepo, type Repo } from "../../support/fixture.ts";
import { indexTools, testParser } from "../../support/index_kit.ts";

/** Parts with so many contents each; the last one has a content of the first one again. */
async function partsOf(repo: Repo): Promise<Batch[]> {
  const parser = await testParser();
  const part = (from: number, to: number): Batch => {
    const indexer = new ContentIndexer(undefined, { ...indexTools(repo.root, undefined), parser });
    for (let at = from; at < to; at++) {
      const text = `export function door${at}() {\n  return key${at};\n}\n`;
      repo.write(`f${at}.ts`, text);
      indexer.take(`f${at}.ts`, text.length);
    }
    return indexer.finish();
  };
  return [part(0, 150), part(149, 170)];
}

/** As it comes from a server. */
function sealed(part: Batch): Part {
  return readPart(decompress(packPart(part), 1 << 24)!)!;
}

function stateOf(store: IndexStore) {
  return {
    isWhole: store.isWhole(),
    ids: [...store.contentIds()].sort(([a], [b]) => a - b),
    segments: store.segments().map(({ columns, firstKeys, names, isFetched, blockCount, parsed }) => ({
      columns,
      firstKeys,
      names: names(),
      isFetched,
      blockCount,
      records: [...columns.blobs].map((_, place) => parsed(place)),
    })),
  };
}

Deno.test("bulk load: what is stored is what storing part by part gives", async () => {
  using repo = makeRepo("", { git: false });
  const parts = await partsOf(repo);
  const usual = Store.open({ ...INDEX_SPEC, folder: `${repo.root}/.usual` })!;
  const added = new IndexStore(usual);
  for (const part of parts) assert.ok(added.add({ segment: { ...part, isFetched: true } }, 0));
  const folder = `${repo.root}/.bulk`;
  const before = Store.open({ ...INDEX_SPEC, folder })!;
  const draft = before.draft()!;
  const load = new BulkLoad(draft);
  load.addTree({
    root: "/r",
    rules: "",
    listing: "",
    snapshot: newSnapshot([], 0),
    day: 1,
    pathsChanged: true,
  });
  for (const part of parts) assert.equal(load.add(sealed(part)), true);
  assert.equal(new IndexStore(before).segmentCount(), 0, "nobody sees it before it is kept");
  assert.equal(draft.keepDraft(), true);
  before.close();
  const after = Store.open({ ...INDEX_SPEC, folder })!;
  const stored = new IndexStore(after);
  assert.deepEqual(stateOf(stored), stateOf(added));
  assert.deepEqual(stored.tree("/r")?.snapshot.paths, []);
  for (const part of parts) {
    for (const key of part.keys) assert.equal(load.numbers.get(nameOf(key)), stored.blobOf(key));
  }
  assert.equal(after.get("PRAGMA journal_mode")?.["journal_mode"], "wal");
  assert.deepEqual([...Deno.readDirSync(folder)].filter(({ name }) => name.endsWith(".draft")), []);
  for (const store of [usual, after]) store.close();
});

Deno.test("bulk load: a draft that is dropped, or comes too late, leaves nothing behind", async () => {
  using repo = makeRepo("", { git: false });
  const [part] = await partsOf(repo);
  const folder = `${repo.root}/.bulk`;
  const store = Store.open({ ...INDEX_SPEC, folder })!;
  const dropped = store.draft()!;
  assert.equal(new BulkLoad(dropped).add(sealed(part!)), true);
  dropped.dropDraft();
  const full = store.draft()!;
  full.all("PRAGMA max_page_count = 1");
  assert.equal(new BulkLoad(full).add(sealed(part!)), false);
  assert.equal(full.problem, "full");
  full.dropDraft();
  const late = store.draft()!;
  const next = store.discard()!;
  assert.equal(late.keepDraft(), false, "another generation is there");
  assert.equal(new IndexStore(next).segmentCount(), 0);
  next.close();
  const left = [...Deno.readDirSync(folder)].map(({ name }) => name).filter((name) => /draft/.test(name));
  assert.deepEqual(left, []);
});
