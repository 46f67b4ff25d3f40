import assert from "node:assert/strict";
import type { Grants, KeptRights, WorkerName } from "../../src/platform/permissions.ts";
import { dropRights, RIGHTS, workerPermissions } from "../../src/platform/permissions.ts";
import { Sandbox } from "../../src/platform/sandbox.ts";

/** What the table asks of the runtime; that this holds is probed in a compiled program. */

Deno.test("rights: a worker is granted its row of the table, narrowed, and refused every other right by name", () => {
  const refused = {
    read: false,
    write: false,
    run: false,
    net: false,
    env: false,
    sys: false,
    ffi: false,
    import: false,
  };
  const granted: Grants = {
    read: ["/r"],
    write: ["/w"],
    run: ["git"],
    net: ["h:1"],
    env: ["E"],
    sys: ["uid"],
    ffi: ["/f"],
    import: ["h"],
  };
  const rows: Readonly<Record<WorkerName, object>> = {
    "sandbox": { ...refused, read: ["/r"], write: ["/w"] },
    "index builder": { ...refused, read: ["/r"], write: ["/w"] },
    "network": { ...refused, net: ["h:1"] },
    "daemon connector": { ...refused, read: ["/r"], write: ["/w"] },
  };
  for (const [name, row] of Object.entries(rows) as [WorkerName, object][]) {
    assert.deepEqual(workerPermissions(name, granted), row, name);
    assert.deepEqual(workerPermissions(name, { read: [], write: [], net: [] }), refused, name);
  }
  withPermissions({ state: "denied" }, () => {
    assert.deepEqual(
      workerPermissions("sandbox", granted),
      { ...refused, read: ["/r"] },
      "a thread that cannot write",
    );
  });
});

Deno.test("rights: a main thread gives up all but its row of the table", () => {
  const kept: Readonly<Record<KeptRights, readonly string[]>> = {
    once: [],
    server: ["read", "run", "env"],
    daemon: ["read", "write", "run", "env"],
  };
  for (const [name, row] of Object.entries(kept) as [KeptRights, readonly string[]][]) {
    const revoked = withPermissions({ state: "granted" }, () => dropRights(name));
    assert.deepEqual(RIGHTS.filter((right) => !revoked.includes(right)), row, name);
    assert.equal(revoked.length + row.length, 8, name);
  }
  assert.deepEqual(withPermissions({ state: "granted" }, () => dropRights()).length, 8);
});

Deno.test("rights: the sandbox of one repository reads its root and the program, and writes its own cache alone", () => {
  const started: unknown[] = [];
  const { Worker: real } = globalThis;
  globalThis.Worker = class {
    constructor(_: URL, { name, deno }: { name: string; deno: { permissions: Record<string, unknown> } }) {
      const { read, write, ...rest } = deno.permissions;
      started.push([name, read, write, Object.values(rest).some((right) => right !== false)]);
    }
  } as unknown as typeof Worker;
  try {
    const module = new URL("file:///p/worker.js");
    withPermissions({ state: "granted" }, () => {
      for (const root of ["/one", "/other"]) {
        new Sandbox({ module, program: "/p", root, cache: `${root}/.cache` });
      }
    });
  } finally {
    globalThis.Worker = real;
  }
  assert.deepEqual(started, [
    ["sandbox", ["/one", "/p", "/one/.cache"], ["/one/.cache"], false],
    ["sandbox", ["/other", "/p", "/other/.cache"], ["/other/.cache"], false],
  ]);
});

/** Runs `act` while the runtime only notes which rights are given up, and answers which. */
function withPermissions(status: { state: string }, act: () => void): readonly string[] {
  const revoked: string[] = [];
  const { querySync, revokeSync } = Deno.permissions;
  const noted = {
    querySync: () => status,
    revokeSync: ({ name }: { name: string }) => void revoked.push(name),
  };
  Object.assign(Deno.permissions, noted);
  try {
    act();
  } finally {
    Object.assign(Deno.permissions, { querySync, revokeSync });
  }
  return revoked;
}
