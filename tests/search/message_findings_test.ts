import assert from "node:assert/strict";
import { buildMemoryIndex } from "../../src/index/memory_index.ts";
import type { Finding } from "../../src/model/findings.ts";
import { messageFindings } from "../../src/search/message_findings.ts";
import { filesOf } from "../support/files.ts";
import { parseFixture } from "../support/fixture.ts";
import { testParser } from "../syntax/support.ts";

const REPO = parseFixture(`
//- /docs/errors.md
# Errors

"harbour berth is taken by ship" means that the berth is not free.
//- /src/berth.ts
export function take(berth: Berth, ship: Ship): void {
  if (berth.ship) {
    throw new Error(\`harbour berth \${berth.id} is taken by ship \${berth.ship}\`);
  }
  berth.ship = ship;
}
export function leave(berth: Berth): void {
  if (!berth.ship) throw new Error("no such ship at this berth of the harbour");
}
export const REFUSED = "the pilot refused to come aboard";
//- /src/port.c
void open_port(const char *name) {
  die("cannot open port file %s: "
      "permission denied", name);
}
//- /tests/berth_test.ts
export function taken() {
  assert.throws(() => take(b, s), "harbour berth 3 is taken by ship Anna");
}
`);

async function ask(prompt: string, quoted: string[] = []): Promise<Finding[]> {
  const listed = [...REPO].map(([path, text]) => ({ path, text })).sort((a, b) => a.path < b.path ? -1 : 1);
  const index = buildMemoryIndex(listed, await testParser());
  return messageFindings(prompt, quoted, index, filesOf((path) => REPO.get(path) ?? ""));
}

const told = (found: readonly Finding[]): string[] => found.map(({ symbol, claim }) => `${symbol}: ${claim}`);

Deno.test("messages: the definition that holds a quoted message, with what was put into it, before tests and documents", async () => {
  const message = "harbour berth 17 is taken by ship Maria";
  assert.deepEqual(told(await ask(`why "${message}"?`, [message])), ["take: holds the message in line 3"]);
  assert.deepEqual(told(await ask("什么时候报", ["cannot open port file '/dev/x': permission denied"])), [
    "open_port: holds the message in line 2",
  ]);
  const [constant] = await ask("", ["the pilot refused to come aboard"]);
  assert.deepEqual([constant?.symbol, constant?.startLine], ["REFUSED", 10]);
});

Deno.test("messages: one that stands behind error: without quotes", async () => {
  assert.deepEqual(told(await ask("I get\nerror: no such ship at this berth of the harbour\nwhy?")), [
    "leave: holds the message in line 8",
  ]);
});

Deno.test("messages: quoted words that are no message, and messages of others, find nothing", async () => {
  for (
    const quoted of ["berth", "to be at", "--cannot-open-port-file", "the lighthouse keeper is asleep again"]
  ) {
    assert.deepEqual(await ask(`what is "${quoted}"?`, [quoted]), [], quoted);
  }
});
