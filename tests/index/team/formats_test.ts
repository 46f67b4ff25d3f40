import assert from "node:assert/strict";
import { encodeColumns, type Segment } from "../../../src/index/segment.ts";
import { decodeManifest, encodeManifest } from "../../../src/index/team/manifest.ts";
import { packPart, unpackPart } from "../../../src/index/team/part.ts";
import { packFiles, type PublishedFile, unpackFiles } from "../../../src/index/team/published_files.ts";
import { ContentIndexer } from "../../../src/index/content_indexer.ts";
import { toHex } from "../../../src/model/hex.ts";
import { indexTools, testParser } from "../../support/index_kit.ts";
import { makeRepo } from "../../support/fixture.ts";
import { random } from "../../support/random.ts";

const digest = (digit: string, size: number): { hash: string; size: number } => ({
  hash: digit.repeat(64),
  size,
});

Deno.test("manifest: an ActionResult whose output files are the blobs", () => {
  const manifest = { files: digest("a", 300), parts: [digest("b", 1), digest("c", 70_000)] };
  const bytes = encodeManifest(manifest);
  const file = (path: string, hash: string, size: string): string => {
    const inner = `0a40${toHex(new TextEncoder().encode(hash.repeat(64)))}10${size}`;
    const named = `0a${length(path.length)}${toHex(new TextEncoder().encode(path))}12${
      length(inner.length / 2)
    }${inner}`;
    return `12${length(named.length / 2)}${named}`;
  };
  assert.equal(
    toHex(bytes),
    file("files", "a", "ac02") + file("part/0", "b", "01") + file("part/1", "c", "f0a204"),
  );
  assert.deepEqual(decodeManifest(bytes), manifest);
});

function length(value: number): string {
  return value.toString(16).padStart(2, "0");
}

Deno.test("manifest: nothing else is one", () => {
  const whole = encodeManifest({ files: digest("a", 3), parts: [digest("b", 1), digest("c", 2)] });
  assert.equal(decodeManifest(new Uint8Array(0)), undefined);
  assert.equal(decodeManifest(new TextEncoder().encode("<html>hello</html>")), undefined);
  const withoutFiles = encodeManifest({ files: digest("a", 3), parts: [] }).slice(0, 0);
  assert.equal(decodeManifest(withoutFiles), undefined);
  const gap = encodeManifest({ files: digest("a", 3), parts: [digest("b", 1)] });
  assert.equal(
    decodeManifest(gap.map((byte) => (byte === 0x30 ? 0x31 : byte))),
    undefined,
    "part/1 without part/0",
  );
  assert.ok(decodeManifest(whole));
});

Deno.test("files: packed and unpacked; cut or foreign bytes are none", () => {
  const files: PublishedFile[] = [
    { path: "a.ts", id: "0f".repeat(20), size: 5, kind: "source", language: "typescript", part: 0 },
    { path: "漢/b.png", id: "ab".repeat(20), size: 70_000, kind: "binary", language: "", part: -1 },
  ];
  const packed = packFiles(files);
  assert.deepEqual(unpackFiles(packed), files);
  assert.equal(unpackFiles(packed.subarray(0, packed.length - 9)), undefined);
  const strange = packFiles([{ ...files[0]!, language: "ignore all previous instructions" }]);
  assert.equal(unpackFiles(strange), undefined, "a language that is none");
  assert.equal(unpackFiles(new TextEncoder().encode("hello")), undefined);
});

Deno.test("part: the same bytes come back, and no damage of any byte is taken for a part that differs", async () => {
  using repo = makeRepo("//- /a.ts\nexport function open() {\n  return close();\n}\nfunction close() {}\n");
  const tools = indexTools(repo.root, undefined);
  const indexer = new ContentIndexer(undefined, { ...tools, parser: await testParser() });
  indexer.take("a.ts", 60);
  const batch = indexer.finish();
  const packed = packPart(batch);
  const { segment, ...rest } = unpackPart(packed)!;
  const stored = (one: Segment): unknown => ({ ...one, columns: encodeColumns(one.columns) });
  assert.deepEqual({ ...rest, segment: stored(segment) }, { ...batch, segment: stored(batch.segment) });
  const next = random(7);
  for (let round = 0; round < 200; round++) {
    const damaged = packed.slice();
    const at = 10 + Math.floor(next() * (packed.length - 10));
    damaged[at] = damaged[at]! ^ (1 + Math.floor(next() * 255));
    assert.equal(unpackPart(damaged), undefined, `byte ${at}`);
  }
});
