import assert from "node:assert/strict";
import { ByteReader, ByteWriter } from "../../src/index/bytes.ts";
import { blockOf, DictionaryWriter, eachEntry, findEntry } from "../../src/index/dictionary.ts";
import { decodeParsed, encodeParsed } from "../../src/index/parsed_codec.ts";
import { PathTerms } from "../../src/index/path_terms.ts";
import {
  lastChunkOf,
  movePostings,
  postingRows,
  readPostings,
  writePosting,
} from "../../src/index/postings_codec.ts";
import { decodeColumns, encodeColumns } from "../../src/index/segment.ts";
import { testParser } from "../support/index_kit.ts";
import { random } from "../support/random.ts";

Deno.test("numbers and strings come back as they were written", () => {
  const out = new ByteWriter(1);
  const numbers = [0, 1, 127, 128, 16_383, 16_384, 2 ** 31, 2 ** 32 - 1];
  const strings = [
    "",
    "a",
    "é",
    "中文字符",
    "x".repeat(127),
    "x".repeat(128),
    "ü".repeat(300),
    "a\u{1f600}b",
  ];
  numbers.forEach((number) => out.varint(number));
  strings.forEach((string) => out.string(string));
  const reader = new ByteReader(out.take());
  assert.deepEqual(numbers.map(() => reader.varint()), numbers);
  assert.deepEqual(strings.map(() => reader.string()), strings);
  assert.ok(reader.done);
  assert.equal(reader.varint(), 0);
  assert.equal(reader.string(), "");
});

Deno.test("postings keep chunk numbers and frequencies of every field", () => {
  const next = random(7);
  const wanted: [number, number][] = [];
  const out = new ByteWriter();
  let chunk = -1;
  for (let count = 0; count < 2000; count++) {
    const before = chunk;
    chunk += 1 + Math.floor(next() ** 4 * 100_000);
    const tf = [0, 1, 2, 3].map(() => (next() < 0.5 ? 0 : Math.floor(next() * 256)));
    if (!tf.some(Boolean)) tf[0] = 1;
    const packed = (tf[0]! | tf[1]! << 8 | tf[2]! << 16 | tf[3]! << 24) >>> 0;
    wanted.push([chunk, packed]);
    writePosting(out, chunk - before, packed);
  }
  const list = out.take();
  const columns = postingRows(list.length);
  const numbers = Int32Array.from({ length: chunk + 1 }, (_, number) => (number % 7 === 0 ? -1 : number * 2));
  const count = readPostings(list, columns, 0, numbers);
  const { chunks, packed: frequencies } = columns;
  const found = [...chunks.subarray(0, count)].map((number, row) => [
    number / 2,
    frequencies[row],
  ]);
  assert.deepEqual(found, wanted.filter(([at]) => at % 7 !== 0));
  assert.equal(readPostings(list, columns, 0), wanted.length);
  assert.deepEqual([...columns.chunks.subarray(0, wanted.length)], wanted.map(([at]) => at));
});

Deno.test("a posting list is moved as if it were written anew, and known to be damaged", () => {
  const packed = [1, 2, 0x100, 15, 255, 0x0101, 0xff00, 0x10000, 0xff0f01, 0xffffffff];
  const listFrom = (first: number): Uint8Array => {
    const out = new ByteWriter();
    packed.forEach((one, at) => writePosting(out, at === 0 ? first + 1 : at * 100, one));
    return out.take();
  };
  const list = listFrom(3);
  assert.equal(lastChunkOf(list), 3 + 4500);
  const moved = new ByteWriter();
  movePostings(moved, list, 5000);
  assert.deepEqual(moved.take(), listFrom(5003));
  const [tail, nothing, noField] = [list.subarray(0, -1), new Uint8Array(0), Uint8Array.of(4, 0)];
  for (const damaged of [tail, nothing, noField]) assert.equal(lastChunkOf(damaged), Infinity);
});

Deno.test("a dictionary finds every key and no other", () => {
  const next = random(3);
  const keys = new Set<string>(["\u0001name", "\u0002name", "中文", "中文字", "a".repeat(400), "zoë"]);
  while (keys.size < 5000) keys.add(Math.floor(next() * 1e9).toString(36) + (next() < 0.2 ? " pair" : ""));
  const sorted = [...keys].sort();
  const blocks: Uint8Array[] = [];
  const writer = new DictionaryWriter((block) => void blocks.push(block));
  for (const key of sorted) {
    writer.add(key, new TextEncoder().encode(`data of ${key}`.repeat(next() < 0.01 ? 300 : 1)));
  }
  writer.finish();
  const found: string[] = [];
  for (const block of blocks) eachEntry(block, (key) => void found.push(key));
  assert.deepEqual(found, sorted);
  const look = (key: string): string => {
    const block = blockOf(writer.firstKeys, key);
    return block < 0 ? "" : new TextDecoder().decode(findEntry(blocks[block]!, key));
  };
  for (const key of sorted) assert.ok(look(key).startsWith(`data of ${key}`), key);
  for (const key of sorted) if (!keys.has(`${key}!`)) assert.equal(look(`${key}!`), "");
  assert.equal(look(""), "");
});

Deno.test("damaged records are read without hanging or throwing", () => {
  const next = random(11);
  for (let round = 0; round < 300; round++) {
    const bytes = Uint8Array.from({ length: Math.floor(next() * 200) }, () => Math.floor(next() * 256));
    const columns = postingRows(bytes.length);
    const rows = readPostings(bytes, columns, 0, new Int32Array(100));
    assert.ok(rows <= bytes.length);
    const { chunks } = columns;
    const all = readPostings(bytes, columns, 0);
    for (let row = 1; row < all; row++) assert.ok(chunks[row]! >= chunks[row - 1]!);
    eachEntry(bytes, () => {});
    findEntry(bytes, "key");
    const parsed = decodeParsed(bytes);
    assert.deepEqual([parsed.definitions, parsed.references, parsed.imports, parsed.hints], [[], [], [], []]);
    assert.equal(decodeColumns(bytes), undefined);
    PathTerms.decode(bytes, 5);
  }
});

Deno.test("a parsed file survives the store", async () => {
  const parser = await testParser();
  const text = Deno.readTextFileSync(new URL("../../src/index/refresh.ts", import.meta.url));
  const python =
    '@app.route("/x")\nclass A(B):\n    """Doc."""\n    x: int = 1\n\n    def f(self, y):\n        return g(self.x)\n';
  for (
    const parsed of [
      parser.parse(text, "typescript"),
      parser.parse(python, "python"),
      parser.parse("", "python"),
    ]
  ) {
    assert.deepEqual(decodeParsed(encodeParsed(parsed)), parsed);
  }
});

Deno.test("a record of another machine may hold any JSON", () => {
  const columns = {
    name: ["a", 7],
    kind: [99],
    line: ["3", {}],
    decorators: [["x", 1], 5],
    args: [[]],
    type: 4,
  };
  const values: unknown[] = [null, 3, "text", [null], [[1]], [{}], { toString: 1 }, columns, {
    name: [{ toString: 1 }],
  }];
  for (const value of values) {
    const line = JSON.stringify(value);
    const parsed = decodeParsed(new TextEncoder().encode(Array(5).fill(line).join("\n")));
    const { definitions, references, imports, heritage, hints, exports, gaps } = parsed;
    for (const { name, startLine, kind, decorators } of definitions) {
      assert.ok(typeof name === "string" && Number.isInteger(startLine) && typeof kind === "string");
      assert.ok(decorators.every((one) => typeof one === "string"));
    }
    for (const { name, line, scope } of references) {
      assert.ok(typeof name === "string" && Number.isInteger(line) && Number.isInteger(scope));
    }
    for (const list of [imports, heritage, hints, exports, gaps]) assert.ok(Array.isArray(list));
  }
});

Deno.test("columns survive the store at any alignment", () => {
  const columns = {
    blobs: Uint32Array.of(4, 9),
    firstChunk: Uint32Array.of(0, 1, 3),
    startLine: Uint32Array.of(1, 1, 70_000),
    endLine: Uint32Array.of(5, 69_999, 70_001),
    definition: Int32Array.of(-1, 40_000, 7),
    length: Uint16Array.of(1, 65_535, 0),
    lengths: [1, 2, 3, 4].map((value) => Uint32Array.of(value, 70_000)),
  };
  const bytes = encodeColumns(columns);
  const shifted = new Uint8Array(bytes.length + 1);
  shifted.set(bytes, 1);
  assert.deepEqual(decodeColumns(shifted.subarray(1)), columns);
  assert.equal(decodeColumns(bytes.subarray(1)), undefined);
});
