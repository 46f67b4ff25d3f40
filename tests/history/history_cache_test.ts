import assert from "node:assert/strict";
import { combine } from "../../src/history/combine.ts";
import { HISTORY_LIMITS } from "../../src/history/requests.ts";
import { MANIFEST_NAME, parseManifest } from "../../src/history/manifest.ts";
import { LogParser } from "../../src/history/log_parser.ts";
import type { CommitRecord } from "../../src/history/log_parser.ts";
import { printLog } from "../../src/history/log_parser.ts";
import type { Segment } from "../../src/history/segment.ts";
import { SegmentBuilder } from "../../src/history/segment.ts";
import type { TextFile } from "../../src/history/segment_codec.ts";
import { decodeColumns, encodeColumns, encodeText, HISTORY_FORMAT } from "../../src/history/segment_codec.ts";
import { makeRepo } from "../support/fixture.ts";
import { commit, makeCache, readHistory, subjects } from "./support.ts";

const COMMITS: readonly CommitRecord[] = [
  {
    id: "ab".repeat(20),
    side: ">",
    time: 1_700_000_100,
    author: "Ada",
    message: "rename\n\nwith a body: ü 中文\n",
    changes: [{ status: "R", path: "new name.ts", from: "old\nname.ts" }, { status: "M", path: "x" }],
  },
  { id: "0".repeat(40), side: ">", time: 1_700_000_000, author: "", message: "", changes: [] },
  {
    id: "12".repeat(20),
    side: "<",
    time: 0,
    author: "Ada",
    message: "R100",
    changes: [{ status: "A", path: "M" }, { status: "D", path: "cd".repeat(20) }],
  },
];

Deno.test("history cache: git's log is read alike however it is cut into pieces", () => {
  const bytes = new TextEncoder().encode(printLog(COMMITS));
  for (let size = 1; size <= bytes.length; size++) {
    const read: CommitRecord[] = [];
    const parser = new LogParser((commit) => read.push(commit));
    for (let at = 0; at < bytes.length; at += size) parser.push(bytes.subarray(at, at + size));
    parser.end();
    assert.deepEqual(read, COMMITS, `pieces of ${size} bytes`);
    assert.equal(parser.broken, false);
  }
});

Deno.test("history cache: what git does not print ends the reading", () => {
  const read: CommitRecord[] = [];
  const parser = new LogParser((commit) => read.push(commit));
  parser.push(new TextEncoder().encode(printLog(COMMITS.slice(0, 2)) + "garbage\0M\0x\0"));
  parser.end();
  assert.equal(parser.broken, true);
  assert.equal(read.length, 1, "the commit before the damage is not trusted");
});

function plainText(segment: Segment) {
  const { terms, starts, postings } = segment.text();
  return { terms: [...terms], starts: [...starts], postings: [...postings] };
}

Deno.test("history cache: a segment comes back as it was, and no damaged byte does harm", () => {
  const builder = new SegmentBuilder();
  for (const commit of COMMITS) builder.add(commit);
  const segment = builder.finish();
  const columns = encodeColumns(segment);
  const text = encodeText(segment.text());
  const decoded = decodeColumns(columns, file(text))!;
  const { text: _, ...plain } = segment;
  const { text: __, ...back } = decoded;
  assert.deepEqual(back, plain);
  assert.deepEqual(plainText(decoded), plainText(segment));
  assert.deepEqual(plainText(decoded).terms, plainText(segment).terms.toSorted());
  for (let at = 0; at < columns.length; at++) {
    const damaged = columns.slice();
    damaged[at]! ^= 0x41;
    const found = decodeColumns(damaged, file(text));
    if (found) assert.ok(combine([found], new Set()).paths.length <= columns.length, `byte ${at}`);
  }
  for (let size = 0; size < columns.length; size += 3) {
    assert.equal(decodeColumns(columns.slice(0, size), file(text)), undefined);
  }
  let lost = 0;
  const cut = decodeColumns(columns, { read: () => text.slice(0, 40), onUnavailable: () => lost++ })!;
  assert.deepEqual(cut.text().terms, [], "texts are lost without the columns");
  assert.equal(lost, 1);
});

Deno.test("history cache: a manifest that names anything but our files is none", () => {
  const valid = {
    format: HISTORY_FORMAT,
    tip: "ab".repeat(20),
    bounded: false,
    segments: [{ name: `history-${HISTORY_FORMAT}-x`, bytes: 1 }],
    dropped: [],
  };
  assert.deepEqual(parseManifest(JSON.stringify(valid)), valid);
  for (
    const wrong of [
      { tip: "--output=/etc/passwd" },
      { tip: "HEAD" },
      { segments: [{ name: "../../x", bytes: 1 }] },
      { recent: "/etc/passwd" },
      { older: { from: "main", read: 0 } },
      { older: { from: "ab".repeat(20), read: -1 } },
      { dropped: ["x"] },
      { format: 1 },
    ]
  ) {
    assert.equal(parseManifest(JSON.stringify({ ...valid, ...wrong })), undefined, JSON.stringify(wrong));
  }
  for (const text of [undefined, "", "{}", "null", "[1", "7"]) assert.equal(parseManifest(text), undefined);
});

Deno.test("history cache: lost, cut or damaged files cost time, never an answer", async () => {
  using repo = makeRepo("");
  commit(repo, { a: "1" }, "one");
  commit(repo, { a: "2" }, "two");
  for (const damage of ["remove", "cut", "flip"] as const) {
    for (const pattern of [/\.json$/, /\.columns$/, /\.text$/, /-[0-9a-f]{12}$/]) {
      using cache = makeCache();
      await readHistory(repo.root, cache.path);
      commit(repo, { a: damage + pattern }, "three");
      await readHistory(repo.root, cache.path);
      const files = [...Deno.readDirSync(cache.path)].map(({ name }) => name).filter((name) =>
        pattern.test(name)
      );
      assert(files.length > 0, `${pattern}`);
      for (const name of files) spoil(`${cache.path}/${name}`, damage);
      const damaged = await readHistory(repo.root, cache.path);
      const isReported = damaged.history.gaps.includes(HISTORY_LIMITS.damaged);
      assert(isReported || damaged.history.commits.count === 4, `${damage} ${pattern}`);
      damaged.history.messages.postings("two");
      const { history } = await readHistory(repo.root, cache.path);
      assert.deepEqual(history.gaps, [], `${damage} ${pattern}`);
      assert.deepEqual(subjects(history), ["three", "two", "one", "first"], `${damage} ${pattern}`);
      repo.git("reset", "-q", "--hard", "HEAD~1");
    }
  }
});

Deno.test("history cache: a folder that cannot be written or holds links is done without", async () => {
  using repo = makeRepo("");
  using cache = makeCache();
  using elsewhere = makeCache();
  commit(repo, { a: "1" }, "one");
  Deno.writeTextFileSync(`${elsewhere.path}/target`, "untouched");
  Deno.symlinkSync(`${elsewhere.path}/target`, `${cache.path}/${MANIFEST_NAME}`);
  const { history } = await readHistory(repo.root, cache.path);
  assert.deepEqual(subjects(history), ["one", "first"]);
  assert.equal(Deno.readTextFileSync(`${elsewhere.path}/target`), "untouched");
  const missing = await readHistory(repo.root, `${cache.path}/not/there`);
  assert.deepEqual(subjects(missing.history), ["one", "first"]);
});

function file(text: Uint8Array<ArrayBuffer>): TextFile {
  return { read: () => text, onUnavailable: () => assert.fail("the texts are there") };
}

function spoil(path: string, damage: "remove" | "cut" | "flip"): void {
  const bytes = Deno.readFileSync(path);
  if (damage === "remove") return Deno.removeSync(path);
  if (damage === "flip") bytes[bytes.length >> 1]! ^= 0x15;
  Deno.writeFileSync(path, damage === "cut" ? bytes.subarray(0, bytes.length >> 1) : bytes);
}
