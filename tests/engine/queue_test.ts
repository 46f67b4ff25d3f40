import assert from "node:assert/strict";
import { RequestQueue } from "../../src/engine/queue.ts";
import { Failure } from "../../src/model/errors.ts";

/** Requests that run until they are told to end. */
function requests(queue: RequestQueue, atATime: () => number = () => 1) {
  const log: string[] = [];
  const ends = new Map<string, () => void>();
  const ask = (name: string, signal?: AbortSignal): Promise<string> => {
    const answer = queue.run({ atATime, signal }, async () => {
      log.push(name);
      await new Promise<void>((resolve) => ends.set(name, resolve));
      return name;
    });
    answer.catch(() => {});
    return answer;
  };
  return { log, ask, end: (name: string) => ends.get(name)!() };
}

const settled = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 0));
const kindOf = (answer: Promise<unknown>): Promise<unknown> =>
  answer.then(() => "answered", (error) => error instanceof Failure ? error.kind : error);

Deno.test("queue: as many at a time as may, the others in the order they came", async () => {
  const queue = new RequestQueue({ waiting: 10, waitMs: 60_000 });
  const { log, ask, end } = requests(queue, () => 2);
  const answers = ["a", "b", "c", "d"].map((name) => ask(name));
  await settled();
  assert.deepEqual(log, ["a", "b"]);
  end("b");
  await settled();
  assert.deepEqual(log, ["a", "b", "c"]);
  for (const name of ["a", "c"]) end(name);
  await settled();
  end("d");
  assert.deepEqual(await Promise.all(answers), ["a", "b", "c", "d"]);
});

Deno.test("queue: the bound is asked anew, one may always run", async () => {
  let atATime = 0;
  const { log, ask, end } = requests(
    new RequestQueue({ waiting: 10, waitMs: 60_000 }),
    () => atATime,
  );
  for (const name of ["a", "b", "c", "d"]) void ask(name);
  await settled();
  assert.deepEqual(log, ["a"]);
  atATime = 3;
  end("a");
  await settled();
  assert.deepEqual(log, ["a", "b", "c", "d"]);
});

Deno.test("queue: beyond its bounds a request is refused, and costs the others nothing", async () => {
  const queue = new RequestQueue({ waiting: 1, waitMs: 30 });
  const { log, ask, end } = requests(queue);
  const [first, second, third] = ["a", "b", "c"].map((name) => ask(name));
  assert.equal(await kindOf(third!), "busy");
  assert.equal(await kindOf(second!), "busy", "it waited too long");
  end("a");
  assert.equal(await first, "a");
  const fourth = ask("d");
  await settled();
  end("d");
  assert.equal(await fourth, "d");
  assert.deepEqual(log, ["a", "d"]);
});

Deno.test("queue: one that is cancelled while it waits is not run", async () => {
  const { log, ask, end } = requests(new RequestQueue({ waiting: 10, waitMs: 60_000 }));
  const cancel = new AbortController();
  const answers = [ask("a"), ask("b", cancel.signal), ask("c"), ask("d", AbortSignal.abort())];
  cancel.abort();
  assert.equal(await kindOf(answers[1]!), "timeout");
  assert.equal(await kindOf(answers[3]!), "timeout");
  end("a");
  await settled();
  end("c");
  assert.deepEqual([await answers[0], await answers[2]], ["a", "c"]);
  assert.deepEqual(log, ["a", "c"]);
});

Deno.test("queue: one that fails makes room for the next", async () => {
  const queue = new RequestQueue({ waiting: 10, waitMs: 60_000 });
  const failing = queue.run({ atATime: () => 1 }, () => Promise.reject(new Failure("unknown", "broken")));
  const next = queue.run({ atATime: () => 1 }, () => Promise.resolve("next"));
  assert.equal(await kindOf(failing), "unknown");
  assert.equal(await next, "next");
});
