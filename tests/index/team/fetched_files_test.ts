import assert from "node:assert/strict";
import { contentKey } from "../../../src/index/content_indexer.ts";
import { packFiles, readFiles } from "../../../src/index/team/published_files.ts";
import { FetchedFiles } from "../../../src/index/team/team_index.ts";
import { fromHex } from "../../../src/model/hex.ts";
import { decompress } from "../../../src/platform/compression.ts";

const A = "0a".repeat(20);
const B = `${"0a".repeat(19)}0b`;
const TIMES = { size: 5, modified: 1, changed: 1, inode: 1 };
const FILES = [
  { path: "a.ts", id: A, size: 5, kind: "source", language: "typescript", part: 0 },
  { path: "b.ts", id: B, size: 5, kind: "source", language: "typescript", part: 1 },
  { path: "c.png", id: A, size: 5, kind: "binary", language: "", part: -1 },
] as const;

/** The published files as a work tree takes them in which git says these ids of its files. */
function fetched(ids: Readonly<Record<string, string>>): FetchedFiles {
  const listing = readFiles(decompress(packFiles(FILES), 1 << 20)!)!;
  return new FetchedFiles(listing, (path) => ids[path] === undefined ? undefined : fromHex(ids[path]));
}

Deno.test("fetched files: what has the same size and the same id here is what was published", () => {
  const files = fetched({ "a.ts": A, "b.ts": B, "c.png": A });
  const key = contentKey(fromHex(B), "typescript", "code");
  assert.deepEqual(files.find("b.ts", TIMES), { kind: "source", language: "typescript", key });
  assert.deepEqual(files.find("c.png", TIMES), { kind: "binary", language: "", key: undefined });
});

Deno.test("fetched files: another size, another id by its last byte, or none, is to be read", () => {
  const files = fetched({ "a.ts": B, "c.png": A });
  assert.equal(files.find("a.ts", TIMES), undefined, "another id");
  assert.equal(files.find("b.ts", TIMES), undefined, "changed here");
  assert.equal(files.find("c.png", { ...TIMES, size: 6 }), undefined, "another size");
  assert.equal(files.find("d.ts", TIMES), undefined, "not published");
});
