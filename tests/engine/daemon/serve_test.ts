import assert from "node:assert/strict";
import type { TreeLooks } from "../../../src/engine/daemon/tree_looks.ts";
import { clock } from "../../../src/platform/clock.ts";
import { until } from "../../support/engine_kit.ts";
import { makeRepo } from "../../support/fixture.ts";
import { openDaemon } from "../../support/scripted_daemon.ts";

// The files are looked at until they all were.
const lenient = { sanitizeOps: false, sanitizeResources: false };

Deno.test("serve: a caller is greeted, told to wait, answered, and waited for again", lenient, async () => {
  using repo = makeRepo("//- /a.ts\nlet a;\n");
  const { served, log, ask, cleared } = openDaemon(repo.root);
  const serving = served(400);
  const begun = clock();
  assert.deepEqual(await ask(), [
    { type: "ready", root: repo.root, key: "k" },
    { type: "waiting" },
    { type: "idle", kind: "none" },
  ]);
  await until(() => log.includes("touch"));
  const asked = clock();
  await serving;
  assert.deepEqual(log, ["rest", "touch", "leave"]);
  assert.equal(cleared(), 0);
  assert.ok(clock() - asked >= 390 && asked >= begun, "it left before its idle time was over");
});

Deno.test("serve: left when others hold the place, or the repository or its cache is gone", async () => {
  using repo = makeRepo("//- /a.ts\nlet a;\n");
  const ends = {
    "another process has the place": openDaemon(repo.root, { isHeld: () => false }),
    "no root": openDaemon(`${repo.root}/gone`, { cache: repo.root }),
    "no cache": openDaemon(repo.root, { cache: `${repo.root}/gone` }),
  };
  const begun = clock();
  await Promise.all(
    Object.entries(ends).map(async ([what, { served, log }]) => {
      await served(60_000);
      assert.ok(clock() - begun > 2500, `${what}: it looks every three seconds`);
      assert.deepEqual(log, ["leave"], what);
    }),
  );
});

Deno.test(
  "serve: between prompts the index follows the tree, for a tenth of the time at most",
  lenient,
  async () => {
    using repo = makeRepo("//- /a.ts\nlet a;\n");
    let catchUps = 0;
    const looks = {
      isBehind: true,
      // The second tick is 3 seconds after the first.
      catchUp: () => new Promise((resolve) => setTimeout(resolve, ++catchUps * 400)),
    } as unknown as TreeLooks;
    const { served, log } = openDaemon(repo.root, { looks });
    await served(10_000);
    assert.deepEqual([catchUps, log], [2, ["release", "leave"]]);
  },
);
