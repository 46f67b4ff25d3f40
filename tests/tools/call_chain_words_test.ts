import assert from "node:assert/strict";
import { buildMemoryIndex } from "../support/memory_index.ts";
import type { ToolContext } from "../../src/ports/tool.ts";
import { ciCallChain } from "../../src/tools/ci_call_chain.ts";
import { filesOf } from "../support/files.ts";
import { parseFixture } from "../support/fixture.ts";
import { testParser } from "../syntax/support.ts";

const REPO = parseFixture(`
//- /door.go
package door

type Door struct{ open bool }

func NewDoor() *Door {
	return &Door{open: turn(1)}
}

func turn(n int) bool { return n > 0 }
//- /lock.ts
export interface Lock {
  name: string;
  close(): void;
}
export class Bolt implements Lock {
  name = "bolt";
  close(): void {}
}
export function shut(lock: Lock): void {
  lock.close();
}
//- /use.js
function slam(it) {
  it.shutFast();
}
class Gate {
  shutFast() {}
}
//- /bell.ts
export function ring(): void {}
//- /a/bell.test.ts
import { ring } from "../bell.ts";
function testRing(): void {
  ring();
}
//- /door.ts
import { ring } from "./bell.ts";
export function answer(): void {
  ring();
}
//- /limits.ts
export const MOST_RINGS = 3;
export const UNUSED_RINGS = 4;
export function ringAll(): void {
  peal(MOST_RINGS);
}
//- /Log.java
class Log {
  void add(String name) {}
  void add(String name, int level) {}
}
class Use {
  void one(Log log) { log.add("a"); }
  void two(Log log) { log.add("a", 1); }
}
`);
const index = buildMemoryIndex([...REPO].map(([path, text]) => ({ path, text })), await testParser());
const context = {
  index: { open: () => Promise.resolve({ index, pending: [] }) },
  files: filesOf((path) => REPO.get(path)),
  clock: () => 0,
  deadline: 1000,
} as unknown as ToolContext;

/** The end of a claim that counts call sites, import lines and texts. */
const COMPLETENESS = /; \d+ of \d+ [^;]+; names in strings and templates: \d+$/;

async function claims(symbol: string, direction?: "callers"): Promise<string[]> {
  const { items } = await ciCallChain({ symbol, ...(direction && { direction }) }, context);
  return items.map((item) => `${item.symbol}: ${item.claim.replace(COMPLETENESS, "")}`);
}

Deno.test("call chain: functions are called, types are used", async () => {
  assert.deepEqual(await claims("turn"), [
    "turn: 1 caller in 1 file",
    "NewDoor: calls turn: `return &Door{open: turn(1)}`",
  ]);
  assert.deepEqual(await claims("Door"), [
    "Door: 1 user in 1 file",
    "NewDoor: uses Door in lines 5, 6: `func NewDoor() *Door {`",
  ]);
});

Deno.test("call chain: callers of the product come before those of its tests", async () => {
  assert.deepEqual((await claims("ring", "callers")).map((claim) => claim.split(":")[0]), [
    "ring",
    "undefined",
    "answer",
    "testRing",
  ]);
  assert.deepEqual((await claims("ring", "callers")).slice(0, 2), [
    "ring: 2 callers in 2 files, 1 in tests",
    "undefined: import lines at door.ts:1, a/bell.test.ts:1",
  ]);
});

Deno.test("call chain: overloads have their callers together, a line tells them apart", async () => {
  const one = 'Use.one: calls Log.add: `void one(Log log) { log.add("a"); }`';
  const two = 'Use.two: calls Log.add: `void two(Log log) { log.add("a", 1); }`';
  assert.deepEqual(await claims("Log.add"), ["Log.add: 2 callers in 1 file", one, two]);
  assert.deepEqual(await claims("Log.java:3"), ["Log.add: 1 caller in 1 file", two]);
});

Deno.test("call chain: what implements a method or an interface comes before what calls or uses it", async () => {
  assert.deepEqual((await claims("Lock.close")).slice(0, 3), [
    "Lock.close: 1 caller in 1 file",
    "Bolt.close: implements Lock.close",
    "shut: calls Lock.close: `lock.close();`",
  ]);
  assert.deepEqual((await claims("shutFast")).slice(1), [
    "slam: calls Gate.shutFast (confidence 0.5): `it.shutFast();`",
  ]);
  assert.equal((await claims("Lock"))[1], "Bolt: derives from Lock");
  assert.ok((await claims("Bolt.close")).every((claim) => !claim.includes("implements")));
});

Deno.test("call chain: a constant is used, or named nowhere else", async () => {
  assert.deepEqual((await claims("MOST_RINGS")).map((claim) => claim.replace(/: `.*/, "")), [
    "MOST_RINGS: 1 user in 1 file",
    "ringAll: uses MOST_RINGS",
  ]);
  const { items } = await ciCallChain({ symbol: "UNUSED_RINGS" }, context);
  assert.deepEqual(items.map(({ claim }) => claim), [
    "no certain user was found; no use, 0 import lines; names in strings and templates: 0",
  ]);
});
