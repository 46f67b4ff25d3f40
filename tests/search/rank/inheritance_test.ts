import assert from "node:assert/strict";
import { buildMemoryIndex } from "../../support/memory_index.ts";
import { memberPlaces } from "../../../src/search/rank/inheritance.ts";
import { testParser } from "../../syntax/support.ts";

const parser = await testParser();

/** How many definitions a member of a class of Python may be. */
function countOf(text: string, owner: string): number {
  return memberPlaces(owner, "write", buildMemoryIndex([{ path: "a.py", text }], parser)).length;
}

const many = (count: number, line: (at: number) => string): string =>
  Array.from({ length: count }, (_, at) => line(at)).join("");

Deno.test("inherited members: over five bases, in circles too", () => {
  const ladder = "class C0:\n    def write(self): pass\n" +
    many(6, (at) => `class C${at + 1}(C${at}):\n    pass\n`);
  assert.deepEqual(["C0", "C1", "C5", "C6"].map((owner) => countOf(ladder, owner)), [1, 1, 1, 0]);
  assert.equal(countOf("class A(B):\n    pass\nclass B(A):\n    pass\n", "A"), 0);
});

Deno.test("inherited members: a class that eight others are called like says something, a member of 500", () => {
  const text = (classes: number): string =>
    "class Store:\n    def write(self): pass\n" + many(classes, () => "class Disk(Store):\n    pass\n");
  assert.deepEqual([8, 9].map((classes) => countOf(text(classes), "Disk")), [1, 0]);
  const members = (count: number): string =>
    many(count, (at) => `class C${at}:\n    def write(self): pass\n`);
  assert.deepEqual([500, 501].map((count) => countOf(members(count), "C7")), [1, 0]);
});
