import assert from "node:assert/strict";
import { encodeColumns } from "../../../src/index/segment.ts";
import { decodeManifest, encodeManifest } from "../../../src/index/team/manifest.ts";
import { packPart, type Part, readPart } from "../../../src/index/team/part.ts";
import {
  type FileListing,
  packFiles,
  type PublishedFile,
  readFiles,
} from "../../../src/index/team/published_files.ts";
import { ContentIndexer } from "../../../src/index/content_indexer.ts";
import { KINDS } from "../../../src/index/lexical_index.ts";
import { concat } from "../../../src/model/concat.ts";
import { toHex } from "../../../src/model/hex.ts";
import { decompress } from "../../../src/platform/compression.ts";
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
  const bytes = unpack(packed);
  const listing = readFiles(bytes)!;
  assert.deepEqual(filesOf(listing), files);
  for (let length = 0; length < bytes.length; length++) {
    // Cut off before the number of files there are none.
    assert.deepEqual(readFiles(bytes.subarray(0, length))?.paths ?? [], [], `cut to ${length} bytes`);
  }
  assert.equal(readFiles(concat([bytes, new Uint8Array(1)])), undefined, "too long");
  const strange = packFiles([{ ...files[0]!, language: "ignore all previous instructions" }]);
  assert.equal(readFiles(unpack(strange)), undefined, "a language that is none");
  assert.equal(readFiles(new TextEncoder().encode("hello")), undefined);
  assert.deepEqual(filesOf(readFiles(unpack(packFiles([])))!), []);
});

Deno.test("files: no damage of any byte gives a listing whose columns do not fit", () => {
  const files = Array.from({ length: 5 }, (_, at): PublishedFile => ({
    path: `f${at}.ts`,
    id: `${at}f`.repeat(20),
    size: at * 1000,
    kind: "source",
    language: "typescript",
    part: at,
  }));
  const bytes = unpack(packFiles(files));
  for (let at = 0; at < bytes.length; at++) {
    for (const bit of [1, 0x40, 0x80]) {
      const damaged = bytes.slice();
      damaged[at]! ^= bit;
      const listing = readFiles(damaged);
      if (!listing) continue;
      const { paths, kinds, languages, languageNames, sizes, parts, ids } = listing;
      assert.deepEqual(
        [kinds, languages, sizes, parts].map(({ length }) => length),
        Array(4).fill(paths.length),
      );
      assert.equal(ids.length, paths.length * 20);
      assert.ok(kinds.every((kind) => KINDS[kind] !== undefined), `byte ${at}`);
      assert.ok(languages.every((language) => languageNames[language] !== undefined), `byte ${at}`);
    }
  }
});

function unpack(packed: Uint8Array): Uint8Array<ArrayBuffer> {
  return decompress(packed, 1 << 20)!;
}

function filesOf(
  { paths, ids, sizes, kinds, languages, languageNames, parts }: FileListing,
): PublishedFile[] {
  return paths.map((path, at) => ({
    path,
    id: toHex(ids.subarray(at * 20, (at + 1) * 20)),
    size: sizes[at]!,
    kind: KINDS[kinds[at]!]!,
    language: languageNames[languages[at]!]!,
    part: parts[at]!,
  }));
}

Deno.test("part: the same bytes come back, and no damage of any byte is taken for a part that differs", async () => {
  using repo = makeRepo("//- /a.ts\nexport function open() {\n  return close();\n}\nfunction close() {}\n");
  const tools = indexTools(repo.root, undefined);
  const indexer = new ContentIndexer(undefined, { ...tools, parser: await testParser() });
  indexer.take("a.ts", 60);
  const batch = indexer.finish();
  const packed = packPart(batch);
  const stored = ({ keys, segment: { columns, firstKeys, blocks, parsed } }: Part): unknown => ({
    keys,
    segment: { columns: encodeColumns(columns), firstKeys, blocks, parsed },
  });
  const read = (bytes: Uint8Array): Part | undefined => {
    const plain = decompress(bytes, 1 << 20);
    return plain && readPart(plain);
  };
  assert.deepEqual(stored(read(packed)!), stored(batch));
  const next = random(7);
  for (let round = 0; round < 200; round++) {
    const damaged = packed.slice();
    const at = 10 + Math.floor(next() * (packed.length - 10));
    damaged[at] = damaged[at]! ^ (1 + Math.floor(next() * 255));
    const part = read(damaged);
    // A few bits of a compressed stream are padding.
    if (part) assert.deepEqual(stored(part), stored(batch), `byte ${at}`);
  }
});
