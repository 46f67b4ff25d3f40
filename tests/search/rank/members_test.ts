import assert from "node:assert/strict";
import { buildMemoryIndex } from "../../support/memory_index.ts";
import { memberPlaces } from "../../../src/search/rank/members.ts";
import { testParser } from "../../syntax/support.ts";

const parser = await testParser();

/** How many definitions a member of a class of Python may be. */
function countOf(text: string, owner: string): number {
  return memberPlaces(owner, "write", buildMemoryIndex([{ path: "a.py", text }], parser)).length;
}

const many = (count: number, line: (at: number) => string): string =>
  Array.from({ length: count }, (_, at) => line(at)).join("");

Deno.test("members: one of 500 definitions of its name says something", () => {
  const members = (count: number): string =>
    many(count, (at) => `class C${at}:\n    def write(self): pass\n`);
  assert.deepEqual([500, 501].map((count) => countOf(members(count), "C7")), [1, 0]);
});
