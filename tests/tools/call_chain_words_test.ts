import assert from "node:assert/strict";
import { buildMemoryIndex } from "../../src/index/memory_index.ts";
import type { ToolContext } from "../../src/ports/tool.ts";
import { ciCallChain } from "../../src/tools/ci_call_chain.ts";
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
`);
const index = buildMemoryIndex([...REPO].map(([path, text]) => ({ path, text })), await testParser());
const context = {
  index: { open: () => Promise.resolve({ index, pending: [] }) },
  clock: () => 0,
  deadline: 1000,
} as unknown as ToolContext;

async function claims(symbol: string): Promise<string[]> {
  const { items } = await ciCallChain({ symbol }, context);
  return items.map((item) => `${item.symbol}: ${item.claim}`);
}

Deno.test("call chain: functions are called, types are used", async () => {
  assert.deepEqual(await claims("turn"), [
    "turn: 1 caller in 1 file",
    "NewDoor: calls turn (confidence 0.95)",
  ]);
  assert.deepEqual(await claims("Door"), [
    "Door: 1 user in 1 file",
    "NewDoor: uses Door (confidence 0.95)",
  ]);
});

Deno.test("call chain: what implements a method or an interface comes before what calls or uses it", async () => {
  assert.deepEqual((await claims("Lock.close")).slice(0, 3), [
    "Lock.close: 1 caller in 1 file",
    "Bolt.close: implements Lock.close",
    "shut: calls Lock.close (confidence 0.9)",
  ]);
  assert.equal((await claims("Lock"))[1], "Bolt.close: implements Lock.close");
  assert.ok((await claims("Bolt.close")).every((claim) => !claim.includes("implements")));
});
