import assert from "node:assert/strict";
import type { Sandbox } from "../../src/platform/sandbox.ts";
import { SandboxPool } from "../../src/platform/sandbox_pool.ts";

/** A sandbox in which a call runs until it is told otherwise. */
function busySandbox() {
  const ended = Promise.withResolvers<boolean>();
  const received: string[] = [];
  const waits: number[] = [];
  const state = { isUp: true, isIdle: false };
  const sandbox = {
    get isUp() {
      return state.isUp;
    },
    get isIdle() {
      return state.isIdle;
    },
    idleWithin: (limitMs: number) => (waits.push(limitMs), ended.promise),
    rest: () => void received.push("rest"),
    release: () => void received.push("release"),
    close: () => {
      received.push("close");
      state.isUp = false;
    },
    abort: () => {
      received.push("abort");
      state.isUp = false;
      ended.resolve(false);
    },
  } as unknown as Sandbox;
  const end = async (isIdle: boolean): Promise<void> => {
    state.isIdle = isIdle;
    ended.resolve(isIdle);
    await new Promise((resolve) => setTimeout(resolve));
  };
  return { sandbox, received, waits, end };
}

Deno.test("pool: a sandbox whose call overran is kept once that call has ended", async () => {
  const pool = new SandboxPool(Infinity);
  const late = busySandbox();
  pool.put("/a", late.sandbox);
  await late.end(true);
  assert.deepEqual(late.received, ["rest"]);
  assert.equal(pool.take("/a"), late.sandbox);
});

Deno.test("pool: one whose call does not end is ended", async () => {
  const pool = new SandboxPool(Infinity);
  const late = busySandbox();
  pool.put("/a", late.sandbox);
  await late.end(false);
  assert.deepEqual(late.received, ["abort"]);
  assert.equal(pool.take("/a"), undefined);
});

Deno.test("pool: one whose call still runs is ended when the next request begins, another overruns, or all are", async () => {
  const next: readonly ((pool: SandboxPool) => void)[] = [
    (pool) => assert.equal(pool.take("/a"), undefined),
    (pool) => pool.put("/a", busySandbox().sandbox),
    (pool) => pool.clear(),
  ];
  for (const begin of next) {
    const pool = new SandboxPool(Infinity);
    const late = busySandbox();
    pool.put("/a", late.sandbox);
    begin(pool);
    await late.end(true);
    assert.deepEqual(late.received, ["abort"]);
  }
});

Deno.test("pool: those that are kept are closed, not cut off, and so is whatever comes back after the end", async () => {
  const ends: readonly ((pool: SandboxPool) => void)[] = [(pool) => pool.clear(), (pool) => pool.close()];
  for (const end of ends) {
    const pool = new SandboxPool(Infinity);
    const kept = busySandbox();
    await kept.end(true);
    pool.put("/a", kept.sandbox);
    end(pool);
    assert.deepEqual(kept.received, ["rest", "close"]);
  }
  const pool = new SandboxPool(Infinity);
  pool.close();
  const idle = busySandbox();
  await idle.end(true);
  pool.put("/a", idle.sandbox);
  assert.deepEqual([idle.received, pool.take("/a")], [["close"], undefined]);
});

Deno.test("pool: a call under way at the end is waited for, so that its sandbox closes its files", async () => {
  for (const [isEnded, received] of [[true, ["close"]], [false, ["abort"]]] as const) {
    for (const isBefore of [true, false]) {
      const pool = new SandboxPool(Infinity);
      const late = busySandbox();
      if (isBefore) pool.put("/a", late.sandbox);
      pool.close();
      if (!isBefore) pool.put("/a", late.sandbox);
      assert.deepEqual(late.received, []);
      await late.end(isEnded);
      assert.deepEqual(late.received, received);
    }
  }
});

Deno.test("pool: the next request waits so long for one whose call overran, and takes it where that ends by then", async () => {
  for (const ends of [true, false]) {
    const pool = new SandboxPool(Infinity);
    await pool.settled(60_000);
    const late = busySandbox();
    pool.put("/a", late.sandbox);
    const settled = pool.settled(7);
    assert.deepEqual(late.waits, [5000, 7]);
    await late.end(ends);
    await settled;
    assert.equal(pool.take("/a"), ends ? late.sandbox : undefined);
  }
});

Deno.test("pool: those of other roots are ended, those that are kept give back memory", async () => {
  const pool = new SandboxPool(Infinity);
  const [one, other] = [busySandbox(), busySandbox()];
  for (const { end } of [one, other]) await end(true);
  pool.put("/a", one.sandbox);
  pool.release();
  pool.put("/b", other.sandbox);
  assert.deepEqual([one.received, other.received], [["rest", "release", "close"], ["rest"]]);
  assert.deepEqual([pool.take("/a"), pool.take("/b")], [undefined, other.sandbox]);
});
