import assert from "node:assert/strict";
import type {
  EngineContent,
  EngineKnown,
  EngineNear,
  EngineService,
  EngineSpace,
  SemanticGap,
  VectorEngine,
} from "../../../src/model/semantic.ts";
import { Network, networkEngine } from "../../../src/platform/network.ts";
import { startFakePostgres } from "../../support/fake_postgres.ts";
import { localEngine } from "../../support/local_engine.ts";
import { findPostgres, startPostgres } from "../../support/postgres.ts";

/** One suite for all that keeps vectors: the store beside the index, PostgreSQL, and what stands in for it in tests. */

/** Engines over one place, one per space. */
interface Place extends AsyncDisposable {
  open(space: EngineSpace): VectorEngine;
}

const NETWORK = new URL("../../../src/semantic/network/worker.ts", import.meta.url);
const SPACE: EngineSpace = { provider: "test", model: "a'b\"c", format: 1 };
const { signal } = new AbortController();

/** An engine in a worker that may connect there and nowhere else, as in the program. */
function overNetwork(service: EngineService, more: AsyncDisposable): Place {
  const networks: Network[] = [];
  return {
    open: (space) => {
      const network = new Network(NETWORK, { type: "engine", service, space });
      networks.push(network);
      return networkEngine(network);
    },
    [Symbol.asyncDispose]: async () => {
      networks.forEach((network) => network.close());
      await more[Symbol.asyncDispose]();
    },
  };
}

const bin = findPostgres();

const PLACES: Readonly<Record<string, (() => Promise<Place>) | undefined>> = {
  "the store beside the index": () => {
    const folder = Deno.makeTempDirSync();
    return Promise.resolve({
      open: (space) => localEngine(folder, space),
      [Symbol.asyncDispose]: () => Deno.remove(folder, { recursive: true }),
    });
  },
  "PostgreSQL, a stand-in": () => {
    const server = startFakePostgres("fake-key");
    const who = { user: "u", database: "code", password: "fake-key", isEncrypted: false };
    return Promise.resolve(overNetwork({ url: `postgres://127.0.0.1:${server.port}`, ...who }, server));
  },
  "PostgreSQL": bin === undefined ? undefined : async () => {
    const server = await startPostgres(bin);
    const url = `postgres://127.0.0.1:${server.port}`;
    const who = { user: "scram", database: "postgres", password: server.password, isEncrypted: false };
    return overNetwork({ url, ...who }, server);
  },
};

function content(key: string, ...vectors: readonly (readonly number[])[]): EngineContent {
  return {
    content: key,
    chunks: vectors.flatMap((vector, at) => vector.length > 0 ? [at] : []),
    values: Int8Array.from(vectors.flat()),
  };
}

async function keysOf(asked: Promise<EngineKnown | SemanticGap>): Promise<readonly string[]> {
  const outcome = await asked;
  assert.ok(outcome.ok, JSON.stringify(outcome));
  return outcome.known.toSorted();
}

async function nearOf(
  asked: Promise<EngineNear | SemanticGap>,
): Promise<readonly [string, number, number][]> {
  const outcome = await asked;
  assert.ok(outcome.ok, JSON.stringify(outcome));
  return outcome.near.map(({ content, chunk, similarity }) => [content, chunk, Math.round(similarity * 100)]);
}

const [A, B, C] = ["aa01", "bb02", "cc03"];
const QUERY = Float32Array.of(1, 0, 0);

for (const [name, start] of Object.entries(PLACES)) {
  Deno.test({
    name: `engine contract: ${name}${start ? "" : " (SKIPPED: not installed)"}`,
    ignore: start === undefined,
    fn: async (test) => {
      await using place = await start!();
      const engine = place.open(SPACE);
      await test.step("nothing is known and nothing near while it is empty", async () => {
        assert.deepEqual(await engine.known([A, B], signal), { ok: true, known: [] });
        assert.deepEqual(await engine.nearest(QUERY, { most: 5, signal }), { ok: true, near: [] });
      });
      await test.step("what was added is known and found, the nearest first", async () => {
        const added = await engine.add([
          content(A, [127, 0, 0], [], [0, 127, 0]),
          content(B, [127, 127, 0]),
        ], { dimension: 3, signal });
        assert.ok(added.ok, JSON.stringify(added));
        assert.deepEqual(await keysOf(engine.known([A, B, C], signal)), [A, B]);
        const known = await engine.known([], signal);
        assert.equal(known.ok && known.dimension, 3);
        const near = await nearOf(engine.nearest(QUERY, { most: 5, signal }));
        assert.deepEqual(near.slice(0, 2), [[A, 0, 100], [B, 0, 71]]);
        assert.deepEqual(near.slice(2), [[A, 2, 0]].slice(0, near.length - 2));
        assert.equal((await nearOf(engine.nearest(QUERY, { most: 1, signal }))).length, 1);
      });
      await test.step("what is there stays when it is added again", async () => {
        assert.ok((await engine.add([content(B, [127, 127, 0])], { dimension: 3, signal })).ok);
        const near = await nearOf(engine.nearest(QUERY, { most: 9, signal }));
        assert.equal(near.filter(([key]) => key === B).length, 1);
      });
      await test.step("many contents at a time", async () => {
        const many = Array.from({ length: 2500 }, (_, at) => `dd${at.toString(16).padStart(6, "0")}`);
        const contents = many.map((key, at) => content(key, [1, at % 100, 100], [0, 0, 127]));
        assert.ok((await engine.add(contents, { dimension: 3, signal })).ok);
        assert.equal((await keysOf(engine.known([...many, C], signal))).length, 2500);
        assert.equal((await nearOf(engine.nearest(QUERY, { most: 400, signal }))).length, 400);
      });
      await test.step("another space is another place", async () => {
        const other = place.open({ ...SPACE, model: "other" });
        assert.deepEqual(await keysOf(other.known([A], signal)), []);
        assert.deepEqual(await nearOf(other.nearest(QUERY, { most: 5, signal })), []);
      });
    },
  });
}
