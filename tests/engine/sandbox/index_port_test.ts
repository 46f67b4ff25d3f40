import assert from "node:assert/strict";
import { openStore, openWorkTree } from "../../../src/engine/sandbox/index_port.ts";
import { guardedTree } from "../../../src/engine/sandbox/tree.ts";
import { isWhole } from "../../../src/engine/symbols_file.ts";
import { clock } from "../../../src/platform/clock.ts";
import { viewOf } from "../../support/engine_kit.ts";
import { makeRepo } from "../../support/fixture.ts";

// Tables of files leave a port to the collector.
const lenient = { sanitizeOps: false, sanitizeResources: false };

Deno.test("index: it says whether it is whole, also where nothing had to be parsed", lenient, async () => {
  using repo = makeRepo("//- /a.ts\nexport const a = 1;\n");
  const cache = `${repo.root}/.devbooks/cache/auto-tools`;
  Deno.mkdirSync(cache, { recursive: true });
  const view = viewOf(repo, cache);
  const open = async (deadline = Infinity): Promise<readonly [parsed: number, isWhole: boolean]> => {
    const shown = view();
    const opened = await openWorkTree(shown, guardedTree(shown), { deadline });
    opened.close();
    return [opened.parsed, isWhole(cache)];
  };
  const late = clock() - 1;
  assert.deepEqual(await open(late), [0, false]);
  assert.deepEqual(await open(), [1, true]);
  repo.write("b.ts", "export const b = 2;\n");
  repo.git("add", "b.ts");
  assert.deepEqual(await open(late), [0, false]);
  repo.git("rm", "-q", "-f", "b.ts");
  assert.deepEqual(await open(late), [0, true]);
});

Deno.test("index: a writer waits 20 ms for another one, then does without", () => {
  using repo = makeRepo("", { git: false });
  const [one, other] = [openStore(repo.root, undefined)!, openStore(repo.root, undefined)!];
  one.write(() => {
    const startedAt = clock();
    assert.equal(other.write(() => "written"), undefined);
    assert.ok(clock() - startedAt >= 15, `${clock() - startedAt} ms`);
    assert.equal(other.problem, "busy");
  });
  assert.equal(other.write(() => "written"), "written");
  for (const store of [one, other]) store.close();
});
