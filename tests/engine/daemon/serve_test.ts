import assert from "node:assert/strict";
import type { TreeLooks } from "../../../src/engine/daemon/tree_looks.ts";
import { clock } from "../../../src/platform/clock.ts";
import { until } from "../../support/engine_kit.ts";
import type { Repo } from "../../support/fixture.ts";
import { makeRepo } from "../../support/fixture.ts";
import { nameOf, openDaemon } from "../../support/scripted_daemon.ts";

// The files are looked at until they all were.
const lenient = { sanitizeOps: false, sanitizeResources: false };

const SMALL = "//- /a.ts\nlet a;\n";
const READY = { type: "ready", key: "k" };
const ANSWERED = [READY, { type: "waiting" }, { type: "idle", kind: "none" }];

/** Repositories that are removed at the end. */
function repos(
  count: number,
): Disposable & { readonly all: readonly Repo[]; readonly roots: [string, ...string[]] } {
  const all = Array.from({ length: count }, () => makeRepo(SMALL));
  const [first, ...rest] = all.map(({ root }) => root);
  return {
    all,
    roots: [first!, ...rest],
    [Symbol.dispose]: () => all.forEach((one) => one[Symbol.dispose]()),
  };
}

Deno.test("serve: a caller is greeted, told to wait, answered, and waited for again", lenient, async () => {
  using repo = makeRepo(SMALL);
  const { run, log, ask, cleared } = openDaemon([repo.root], { idleS: 1 });
  const running = run();
  assert.deepEqual(await ask(), ANSWERED);
  await until(() => log.includes("touch"));
  const asked = clock();
  await running;
  assert.deepEqual(log, ["end", "touch", `close ${nameOf(repo.root)}`, "leave"]);
  assert.equal(cleared(), 0);
  assert.ok(clock() - asked >= 990, "it left before its idle time was over");
});

Deno.test(
  "serve: left when others hold the place, or the last repository or its cache is gone",
  lenient,
  async () => {
    using repo = makeRepo(SMALL);
    const close = `close ${nameOf(repo.root)}`;
    const ends = {
      "another process has the place": [openDaemon([repo.root], { isHeld: () => false }), ["leave"]],
      "no root": [openDaemon([`${repo.root}/gone`], { cacheOf: () => repo.root }), ["close gone", "leave"]],
      "no cache": [openDaemon([repo.root], { cacheOf: () => `${repo.root}/gone` }), [close, "leave"]],
    } as const;
    const begun = clock();
    await Promise.all(
      Object.entries(ends).map(async ([what, [{ run, log }, expected]]) => {
        await run();
        assert.ok(clock() - begun > 2500, `${what}: it looks every three seconds`);
        assert.deepEqual(log, expected, what);
      }),
    );
  },
);

Deno.test(
  "serve: another repository is taken on when it is asked, what must not be served is turned away",
  lenient,
  async () => {
    using two = repos(2);
    const [first, second] = two.roots as [string, string];
    let isHeld = true;
    const { run, ask, repositories } = openDaemon([first, second], { isHeld: () => isHeld });
    const running = run();
    assert.deepEqual(await ask(first), ANSWERED);
    assert.deepEqual(await ask(second), ANSWERED);
    assert.deepEqual(await ask(`${first}/..`), [READY]);
    assert.deepEqual(await ask(undefined), ANSWERED);
    assert.equal(repositories.size, 2);
    isHeld = false;
    await running;
  },
);

Deno.test(
  "serve: beyond the bound the one asked least recently is let go, and taken on again",
  lenient,
  async () => {
    using three = repos(3);
    const [first, second, third] = three.roots as [string, string, string];
    let isHeld = true;
    const { run, ask, log, repositories } = openDaemon(three.roots, { most: 2, isHeld: () => isHeld });
    const running = run();
    for (const root of [first, second, first, third, second]) assert.deepEqual(await ask(root), ANSWERED);
    assert.deepEqual(
      log.filter((one) => one.startsWith("close")),
      [second, first].map((one) => `close ${nameOf(one)}`),
    );
    assert.equal(repositories.size, 2);
    isHeld = false;
    await running;
  },
);

Deno.test(
  "serve: a repository whose prompt is stuck holds up its own, no other's, and is not let go",
  lenient,
  async () => {
    using two = repos(2);
    const [stuck, other] = two.roots as [string, string];
    let isHeld = true;
    const { run, ask, log, repositories } = openDaemon(two.roots, { stuck, most: 1, isHeld: () => isHeld });
    const running = run();
    const asked = ask(stuck);
    await until(() => repositories.all()[0]?.isBusy === true);
    assert.deepEqual(await ask(other), [READY], "there is no room, so the process that asks answers itself");
    assert.deepEqual([repositories.size, log.includes(`close ${nameOf(stuck)}`)], [1, false]);
    assert.deepEqual(await asked, [READY, { type: "waiting" }, { type: "waiting" }]);
    isHeld = false;
    await running;
    isHeld = true;
    const wide = openDaemon(two.roots, { stuck, isHeld: () => isHeld });
    const served = wide.run();
    const held = wide.ask(stuck);
    assert.deepEqual(await wide.ask(other), ANSWERED);
    await held;
    isHeld = false;
    await served;
  },
);

Deno.test("serve: a repository that is gone is let go, the other one is served on", lenient, async () => {
  using two = repos(2);
  const [first, second] = two.roots as [string, string];
  let isHeld = true;
  const { run, ask, log, repositories } = openDaemon(two.roots, { isHeld: () => isHeld });
  const running = run();
  await ask(first);
  await ask(second);
  Deno.renameSync(first, `${first}-gone`);
  await until(() => repositories.size === 1);
  assert.ok(log.includes(`close ${nameOf(first)}`) && !log.includes("leave"), log.join());
  assert.deepEqual(await ask(second), ANSWERED);
  Deno.renameSync(`${first}-gone`, first);
  isHeld = false;
  await running;
});

Deno.test(
  "serve: between prompts the index follows the tree, for a tenth of the time at most",
  lenient,
  async () => {
    using repo = makeRepo(SMALL);
    let catchUps = 0;
    const looks = {
      isBehind: true,
      // The second tick is 3 seconds after the first.
      catchUp: () => new Promise((resolve) => setTimeout(resolve, ++catchUps * 400)),
    } as unknown as TreeLooks;
    const { run, log } = openDaemon([repo.root], { looks, idleS: 10 });
    await run();
    assert.deepEqual([catchUps, log], [2, ["release", `close ${nameOf(repo.root)}`, "leave"]]);
  },
);
