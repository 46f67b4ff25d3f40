import assert from "node:assert/strict";
import type { Grants, KeptRights, WorkerName } from "../../src/platform/permissions.ts";
import { KEPT_RIGHTS, WORKER_RIGHTS } from "../../src/platform/permissions.ts";
import { compileFlags } from "../../config/build/compile_flags.ts";
import { BINARY } from "../support/binary.ts";
import type { Probe } from "../support/rights_probe.ts";
import type { Order } from "../support/rights_program.ts";

/**
 * What each thread can do, tried in a program that is compiled with the same flags as ours, has the same permissions
 * inside as the built one, and starts its workers through the same table.
 */

const SUPPORT = new URL("../support/", import.meta.url).pathname;
const INSIDE = ["read inside"];
const READ = [...INSIDE, "read outside", "read outside through node"];

/** What each worker can do when it is granted a root, a cache and a host; everything else must be refused. */
const WORKERS: Readonly<Record<WorkerName, readonly string[]>> = {
  "sandbox": [...INSIDE, "write cache"],
  "index builder": [...INSIDE, "write cache"],
  "network": ["connect to the host"],
  "daemon connector": [...INSIDE, "write cache"],
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

Deno.test("rights: what each worker and each main thread of a compiled program can do", () =>
  withPlaces(async (probe, folder) => {
    const program = `${folder}/probe`;
    await compile(program);
    assert.equal(permissionsIn(program), permissionsIn(BINARY), "the built program has other permissions");

    const granted: Grants = {
      read: [probe.inside],
      write: [probe.cache],
      net: [probe.host],
      run: ["git"],
      env: ["HOME"],
      sys: ["uid"],
      ffi: [probe.inside],
      import: [probe.host],
    };
    const names = Object.keys(WORKERS) as WorkerName[];
    const workers = names.flatMap((name) => [[name, granted], [name, {}]] as const);
    assert.deepEqual(
      await run(program, { probe, workers }),
      names.flatMap((name) => [WORKERS[name], []]),
      names.join(", "),
    );
    for (const drop of Object.keys(MAIN_THREADS) as KeptRights[]) {
      assert.deepEqual(await run(program, { probe, drop }), MAIN_THREADS[drop], drop);
    }
  }));

async function compile(output: string): Promise<void> {
  const { success, stderr } = await new Deno.Command(Deno.execPath(), {
    args: [
      "compile",
      "--quiet",
      ...compileFlags(Deno.build.target),
      "--include",
      `${SUPPORT}rights_probe.ts`,
      "--output",
      output,
      `${SUPPORT}rights_program.ts`,
    ],
  }).output();
  assert.ok(success, new TextDecoder().decode(stderr));
}

async function run(program: string, order: Order): Promise<unknown> {
  const { stdout, stderr } = await new Deno.Command(program, { args: [JSON.stringify(order)] }).output();
  const [out, err] = [stdout, stderr].map((bytes) => new TextDecoder().decode(bytes));
  return JSON.parse(out || assert.fail(err));
}

/** The permissions that are written into a compiled program, as JSON. */
function permissionsIn(program: string): string {
  const bytes = Deno.readFileSync(program);
  const start = new TextEncoder().encode('"permissions":{"allow_all":');
  for (let at = bytes.indexOf(start[0]!); at >= 0; at = bytes.indexOf(start[0]!, at + 1)) {
    if (!start.every((byte, i) => bytes[at + i] === byte)) continue;
    return new TextDecoder().decode(bytes.subarray(at, bytes.indexOf("}".charCodeAt(0), at)));
  }
  return assert.fail(`no permissions in ${program}`);
}

/** Folders to read and write, and two hosts that drop every connection. */
async function withPlaces(check: (probe: Probe, folder: string) => Promise<void>): Promise<void> {
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
    await check({ ...places, host: host!, other: other! }, folder);
  } finally {
    for (const listener of listeners) listener.close();
    await dropping;
    Deno.removeSync(folder, { recursive: true });
  }
}
