import assert from "node:assert/strict";
import { mergeSegments } from "../../src/index/merge_segments.ts";
import { encodeColumns, type SegmentColumns } from "../../src/index/segment.ts";
import { splitSegment } from "../../src/index/split_segment.ts";
import { makeRepo } from "../support/fixture.ts";
import { openStore, openTestIndex } from "../support/index_kit.ts";

function stored<T extends { readonly columns: SegmentColumns }>(segment: T) {
  return { ...segment, columns: encodeColumns(segment.columns) };
}

Deno.test("a segment is cut into what merging it range by range gives", async () => {
  let fixture = "";
  for (let file = 0; file < 40; file++) {
    fixture +=
      `//- /src/door${file}.ts\n/** Opens door ${file}. */\nexport function open${file % 7}(key) {\n` +
      `  return turn${file % 5}(key, shared);\n}\nclass Shared${
        file % 3
      } { door${file}() { return "key"; } }\n`;
  }
  using repo = makeRepo(fixture);
  (await openTestIndex(repo.root)).close();
  const store = openStore(`${repo.root}/.cache`)!;
  const [segment] = store.segments();
  const contents = [...segment!.columns.blobs];
  assert.ok(contents.length >= 40);
  const rows = [
    [contents],
    [contents.slice(0, 11), contents.slice(11, 12), contents.slice(12)],
    // Contents between and behind the ranges are left out.
    [contents.slice(3, 9), contents.slice(20, 33)],
  ];
  for (const lists of rows) {
    const ranges = lists.map((list) => new Set(list));
    const merged = ranges.map((range) => {
      const blocks: Uint8Array[] = [];
      return {
        ...stored(mergeSegments([segment!], (content) => range.has(content), (block) => blocks.push(block))),
        blocks,
      };
    });
    assert.deepEqual(splitSegment(segment!, ranges).map(({ names: _, ...cut }) => stored(cut)), merged);
  }
  store.database.close();
});
