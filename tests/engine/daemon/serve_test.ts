import assert from "node:assert/strict";
import { serve } from "../../../src/engine/daemon/serve.ts";
import type { DaemonService } from "../../../src/engine/daemon/request.ts";
import type { AnsweringThread } from "../../../src/engine/daemon/answering_thread.ts";
import type { ToAnswering } from "../../../src/model/daemon.ts";
import { clock } from "../../../src/platform/clock.ts";
import { DaemonCall } from "../../../src/platform/daemon_call.ts";
import type { DaemonPlace } from "../../../src/platform/daemon_place.ts";
import type { Connection } from "../../../src/platform/lines.ts";
import { daemonQuestion, promptQuestion, scriptedPool, until } from "../../support/engine_kit.ts";
import { makeRepo } from "../../support/fixture.ts";
import { memoryPair } from "../../support/pair.ts";

/** A daemon whose place and thread are scripted: callers are handed in, every prompt is said to be about nothing. */
function openDaemon(root: string, { isHeld = () => true, cache = root }: {
  readonly isHeld?: () => boolean;
  readonly cache?: string;
} = {}) {
  const log: string[] = [];
  const callers: Connection[] = [];
  let waiting: ((connection: Connection | undefined) => void) | undefined;
  let listener: Parameters<AnsweringThread["listen"]>[0] = () => {};
  const answering = {
    listen: (heard: typeof listener) => void (listener = heard),
    say: ({ type }: ToAnswering) => {
      if (type === "ask") setTimeout(() => listener({ type: "idle", kind: "none" }));
    },
    rest: () => void log.push("rest"),
    release: () => void log.push("release"),
  } as unknown as AnsweringThread;
  const { pool, cleared } = scriptedPool();
  const service: DaemonService = { root, cache, pool, answering, key: "k" };
  const place: DaemonPlace = {
    key: "k",
    take: () => {},
    next: () => {
      const next = callers.shift();
      return next ? Promise.resolve(next) : new Promise((resolve) => waiting = resolve);
    },
    isHeld,
    touch: () => void log.push("touch"),
    leave: () => {
      log.push("leave");
      waiting?.(undefined);
    },
  };
  const ask = async (): Promise<unknown[]> => {
    const [here, there] = memoryPair();
    if (waiting) waiting(there);
    else callers.push(there);
    const call = new DaemonCall(here);
    call.send({ type: "ask", question: daemonQuestion(promptQuestion("hello", { cwd: root })) });
    const heard: unknown[] = [];
    for (let at = 0; at < 3; at++) heard.push(JSON.parse(await call.line(10_000) ?? "null"));
    call.close();
    return heard;
  };
  return { place, service, log, ask, cleared };
}

// The files are looked at until they all were.
const lenient = { sanitizeOps: false, sanitizeResources: false };

Deno.test("serve: a caller is greeted, told to wait, answered, and waited for again", lenient, async () => {
  using repo = makeRepo("//- /a.ts\nlet a;\n");
  const { place, service, log, ask, cleared } = openDaemon(repo.root);
  const served = serve(place, service, 400);
  const begun = clock();
  assert.deepEqual(await ask(), [
    { type: "ready", root: repo.root, key: "k" },
    { type: "waiting" },
    { type: "idle", kind: "none" },
  ]);
  await until(() => log.includes("touch"));
  const asked = clock();
  await served;
  assert.deepEqual(log, ["rest", "touch", "leave"]);
  assert.equal(cleared(), 0);
  assert.ok(clock() - asked >= 390 && asked >= begun, "it left before its idle time was over");
});

Deno.test(
  "serve: memory is given back once after an answer, when no other prompt comes",
  lenient,
  async () => {
    using repo = makeRepo("//- /a.ts\nlet a;\n");
    const { place, service, log, ask } = openDaemon(repo.root);
    const served = serve(place, service, 2000);
    await ask();
    await served;
    assert.deepEqual(log, ["rest", "touch", "release", "leave"]);
  },
);

Deno.test("serve: left when others hold the place, or the repository or its cache is gone", async () => {
  using repo = makeRepo("//- /a.ts\nlet a;\n");
  const ends = {
    "another process has the place": openDaemon(repo.root, { isHeld: () => false }),
    "no root": openDaemon(`${repo.root}/gone`, { cache: repo.root }),
    "no cache": openDaemon(repo.root, { cache: `${repo.root}/gone` }),
  };
  const begun = clock();
  await Promise.all(
    Object.entries(ends).map(async ([what, { place, service, log }]) => {
      await serve(place, service, 60_000);
      assert.ok(clock() - begun > 2500, `${what}: it looks every three seconds`);
      assert.deepEqual(log, ["leave"], what);
    }),
  );
});
