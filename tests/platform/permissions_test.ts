import assert from "node:assert/strict";
import type { KeptRights, WorkerName } from "../../src/platform/permissions.ts";
import { KEPT_RIGHTS, startWorker, WORKER_RIGHTS } from "../../src/platform/permissions.ts";
import { compileFlags } from "../../src/platform/toolchain/compile_flags.ts";
import type { Probe } from "../support/rights_probe.ts";

const PROBE = new URL("../support/rights_probe.ts", import.meta.url);
const INSIDE = ["read inside"];
const READ = [...INSIDE, "read outside"];

/** What each worker can do when it is granted a root, a cache and a host; everything else must be refused. */
const WORKERS: Readonly<Record<WorkerName, readonly string[]>> = {
  "sandbox": [...INSIDE, "write cache"],
  "index builder": [...INSIDE, "write cache"],
  "network": ["connect to the host"],
  "daemon pipeline": [],
};

/** What a main thread can do once it gave up its rights. */
const MAIN_THREADS: Readonly<Record<KeptRights, readonly string[]>> = {
  once: [],
  server: [...READ, "run", "env"],
  daemon: [...READ, "write inside", "write cache", "write outside", "run", "env"],
};

Deno.test("rights: every row of the table is probed", () => {
  assert.deepEqual(Object.keys(WORKERS), Object.keys(WORKER_RIGHTS));
  assert.deepEqual(Object.keys(MAIN_THREADS), Object.keys(KEPT_RIGHTS));
});

for (const name of Object.keys(WORKERS) as WorkerName[]) {
  Deno.test(`rights: what the worker can do: ${name}`, () =>
    withPlaces(async (probe) => {
      const grants = {
        read: [probe.inside],
        write: [probe.cache],
        net: [probe.host],
        run: ["git"],
        env: ["HOME"],
        sys: ["hostname"],
        ffi: [probe.inside],
        import: [probe.host],
      };
      assert.deepEqual(await ask(startWorker(name, PROBE, grants), probe), WORKERS[name]);
      assert.deepEqual(await ask(startWorker(name, PROBE, {}), probe), [], "without grants");
    }));
}

for (const drop of Object.keys(MAIN_THREADS) as KeptRights[]) {
  Deno.test(`rights: what a main thread of the compiled program can still do: ${drop}`, () =>
    withPlaces(async (probe) => {
      const flags = compileFlags(Deno.build.target).filter((flag) => flag.startsWith("--allow-"));
      const { stdout } = await new Deno.Command(Deno.execPath(), {
        args: [
          "run",
          "--no-check",
          "--no-prompt",
          ...flags,
          PROBE.pathname,
          JSON.stringify({ ...probe, drop }),
        ],
        stderr: "null",
      }).output();
      assert.deepEqual(JSON.parse(new TextDecoder().decode(stdout)), MAIN_THREADS[drop]);
    }));
}

/** What a worker was not refused. */
function ask(worker: Worker, probe: Probe): Promise<readonly string[]> {
  const { promise, resolve, reject } = Promise.withResolvers<readonly string[]>();
  worker.onmessage = ({ data }) => resolve(data);
  worker.onerror = (event) => {
    event.preventDefault();
    reject(new Error(event.message));
  };
  worker.postMessage(probe);
  return promise.finally(() => worker.terminate());
}

/** Folders to read and write, and two hosts that drop every connection. */
async function withPlaces(check: (probe: Probe) => Promise<void>): Promise<void> {
  const folder = Deno.realPathSync(Deno.makeTempDirSync());
  for (const name of ["inside", "cache", "outside"]) Deno.mkdirSync(`${folder}/${name}`);
  for (const name of ["inside", "outside"]) Deno.writeTextFileSync(`${folder}/${name}/file`, "text");
  const listeners = [1, 2].map(() => Deno.listen({ hostname: "127.0.0.1", port: 0 }));
  const [host, other] = listeners.map(({ addr }) => `127.0.0.1:${(addr as Deno.NetAddr).port}`);
  const dropping = Promise.all(listeners.map(async (listener) => {
    for await (const connection of listener) connection.close();
  }));
  const places = { inside: `${folder}/inside`, cache: `${folder}/cache`, outside: `${folder}/outside` };
  try {
    await check({ ...places, host: host!, other: other! });
  } finally {
    for (const listener of listeners) listener.close();
    await dropping;
    Deno.removeSync(folder, { recursive: true });
  }
}
