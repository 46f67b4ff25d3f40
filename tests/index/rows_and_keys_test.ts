import assert from "node:assert/strict";
import { ByteWriter } from "../../src/index/bytes.ts";
import { compact } from "../../src/index/compact.ts";
import { eachNameRow, type NameRow, NameRowWriter } from "../../src/index/name_rows.ts";
import { makeRepo } from "../support/fixture.ts";
import { openStore, openTestIndex } from "../support/index_kit.ts";
import { random } from "../support/random.ts";

Deno.test("rows of names come back as they were written, in any order of lines", () => {
  const next = random(5);
  const some = (most: number): number => Math.floor(next() ** 3 * most);
  for (const isDefinition of [true, false]) {
    const out = new ByteWriter();
    const writer = new NameRowWriter(out, isDefinition);
    for (let list = 0; list < 200; list++) {
      out.clear();
      writer.begin();
      const rows: NameRow[] = [];
      let blob = some(2) * 100_000;
      for (let count = 1 + some(12); count > 0; count--, blob += some(3) * some(5000)) {
        const receiver = isDefinition || next() < 0.8 ? "" : ["self", "größe"][some(2)]!;
        const span = isDefinition ? some(70_000) : 0;
        rows.push({ blob, kind: some(13), line: 1 + some(300_000), index: some(70_000), span, receiver });
        writer.add(rows.at(-1)!, blob);
      }
      const found: NameRow[] = [];
      eachNameRow(out.take(), isDefinition, (row) => void found.push({ ...row }));
      assert.deepEqual(found, rows);
    }
  }
});

Deno.test("damaged rows of names end", () => {
  const next = random(6);
  for (let round = 0; round < 500; round++) {
    const bytes = Uint8Array.from({ length: Math.floor(next() * 60) }, () => Math.floor(next() * 256));
    let rows = 0;
    for (const isDefinition of [true, false]) eachNameRow(bytes, isDefinition, () => void rows++);
    assert.ok(rows <= bytes.length * 2);
  }
});

Deno.test("merged segments take the pages of the old ones, and lose no name", async () => {
  let fixture = "";
  for (let file = 0; file < 120; file++) {
    const lines = Array.from(
      { length: 60 },
      (_, at) => `export function door${file}x${at}(key${at * file}) {}`,
    );
    fixture += `//- /src/door${file}.ts\n${lines.join("\n")}\n`;
  }
  using repo = makeRepo(fixture);
  (await openTestIndex(repo.root, { batchSize: 20_000 })).close();
  const store = openStore(`${repo.root}/.cache`)!;
  const pages = (): number => Number(store.database.get("PRAGMA page_count")?.["page_count"]);
  const names = (): string[] =>
    store.segments().flatMap((segment) => new TextDecoder().decode(segment.names()).split("\n")).sort();
  const [before, known] = [pages(), names()];
  assert.ok(store.segmentCount() > 10);
  assert.ok(known.length >= 120 * 60);
  while (compact(store));
  assert.ok(store.segmentCount() <= 3);
  assert.deepEqual(names(), known);
  assert.ok(pages() <= before * 1.1, `${before} pages, then ${pages()}`);
  assert.ok(store.isWhole());
  store.database.close();
});
