import assert from "node:assert/strict";
import { clock } from "../../../src/platform/clock.ts";
import { until } from "../../support/engine_kit.ts";
import type { Repo } from "../../support/fixture.ts";
import { makeRepo } from "../../support/fixture.ts";
import { ANSWERED, nameOf, openDaemon } from "../../support/scripted_daemon.ts";

// The files are looked at until they all were.
const lenient = { sanitizeOps: false, sanitizeResources: false };

const SMALL = "//- /a.ts\nlet a;\n";
const ALONE = [{ type: "ready", key: "k" }, { type: "alone" }];

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

Deno.test("serve: a caller is greeted, answered, and waited for again", lenient, async () => {
  using repo = makeRepo(SMALL);
  using daemon = openDaemon([repo.root], { idleS: 1 });
  const { run, log, ask } = daemon;
  const running = run();
  assert.deepEqual(await ask(), ANSWERED);
  await until(() => log.includes("touch"));
  const asked = clock();
  await running;
  assert.deepEqual(log, ["touch", `close ${nameOf(repo.root)}`, "leave"]);
  assert.ok(clock() - asked >= 990, "it left before its idle time was over");
});

Deno.test("serve: a repository is warmed up as soon as no request is under way", lenient, async () => {
  using two = repos(2);
  const [first, second] = two.roots as [string, string];
  let [isLooking, isHeld] = [false, true];
  using daemon = openDaemon([first, second], {
    isHeld: () => {
      isLooking = true;
      return isHeld;
    },
  });
  const { run, ask, repositories } = daemon;
  const running = run();
  assert.deepEqual(await ask(second), ANSWERED);
  await until(() => repositories.all().length === 2 && repositories.all().every(({ isWarm }) => isWarm));
  assert.ok(!isLooking, "only at its next look around");
  isHeld = false;
  await running;
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
    const startedAt = clock();
    await Promise.all(
      Object.entries(ends).map(async ([what, [{ run, log }, expected]]) => {
        await run();
        assert.ok(clock() - startedAt > 2500, `${what}: it looks every three seconds`);
        assert.deepEqual(log, expected, what);
      }),
    );
    for (const [daemon] of Object.values(ends).toReversed()) daemon[Symbol.dispose]();
  },
);

Deno.test(
  "serve: another repository is taken on when it is asked, what must not be served is turned away",
  lenient,
  async () => {
    using two = repos(2);
    const [first, second] = two.roots as [string, string];
    let isHeld = true;
    using daemon = openDaemon([first, second], { isHeld: () => isHeld });
    const { run, ask, repositories } = daemon;
    const running = run();
    assert.deepEqual(await ask(first), ANSWERED);
    assert.deepEqual(await ask(second), ANSWERED);
    assert.deepEqual(await ask(`${first}/..`), ALONE);
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
    using daemon = openDaemon(three.roots, { most: 2, isHeld: () => isHeld });
    const { run, ask, log, repositories } = daemon;
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
  "serve: a repository whose request is stuck holds up its own, no other's, and is not let go",
  lenient,
  async () => {
    using two = repos(2);
    const [stuck, other] = two.roots as [string, string];
    for (const most of [1, 8]) {
      let isHeld = true;
      using daemon = openDaemon(two.roots, { stuck, most, isHeld: () => isHeld });
      const { run, ask, begin, log, repositories } = daemon;
      const running = run();
      const end = begin(stuck);
      await until(() => repositories.all()[0]?.isBusy === true);
      // Where there is no room, the process that asks answers itself.
      assert.deepEqual(await ask(other), most === 1 ? ALONE : ANSWERED);
      assert.deepEqual([repositories.size, log.includes(`close ${nameOf(stuck)}`)], [
        most === 1 ? 1 : 2,
        false,
      ]);
      isHeld = false;
      await new Promise((resolve) => setTimeout(resolve, 3200));
      assert.ok(!log.includes("leave"), "a request is under way");
      end();
      await running;
    }
  },
);

Deno.test("serve: a repository that is gone is let go, the other one is served on", lenient, async () => {
  using two = repos(2);
  const [first, second] = two.roots as [string, string];
  let isHeld = true;
  using daemon = openDaemon(two.roots, { isHeld: () => isHeld });
  const { run, ask, log, repositories } = daemon;
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
  "serve: between prompts an index that is behind is brought up to date before memory is given back",
  lenient,
  async () => {
    using repo = makeRepo(SMALL);
    let turns = 0;
    using daemon = openDaemon([repo.root], { idleS: 10, catchUp: () => turns++ === 1 });
    await daemon.run();
    const name = nameOf(repo.root);
    // At 3, 6 and 9 seconds: nothing to do, an index to bring up to date, memory to give back.
    assert.deepEqual([turns, daemon.log], [3, [`release ${name}`, `close ${name}`, "leave"]]);
  },
);
