import assert from "node:assert/strict";
import { compact } from "../../src/index/compact.ts";
import { Store } from "../../src/platform/store.ts";
import type { StoreSpec } from "../../src/platform/store_file.ts";
import { openStore, openTestIndex } from "../support/index_kit.ts";

function withFolder(check: (folder: string) => void | Promise<void>): () => Promise<void> {
  return async () => {
    const folder = Deno.realPathSync(Deno.makeTempDirSync());
    try {
      await check(folder);
    } finally {
      Deno.removeSync(folder, { recursive: true });
    }
  };
}

function spec(folder: string, format = 1): StoreSpec {
  return {
    folder,
    name: "test",
    format,
    applicationId: 7,
    schema: ["CREATE TABLE thing (id INTEGER PRIMARY KEY, data BLOB)"],
    busyMs: 20,
  };
}

function names(folder: string): string[] {
  return [...Deno.readDirSync(folder)].map(({ name }) => name).filter((name) => name.endsWith(".sqlite"))
    .sort();
}

Deno.test(
  "a store keeps what was written and hides itself from git",
  withFolder((folder) => {
    const path = `${folder}/deep/cache`;
    const store = Store.open(spec(path))!;
    store.write(() => store.run("INSERT INTO thing (data) VALUES (?)", Uint8Array.of(1, 2)));
    store.close();
    const again = Store.open(spec(path))!;
    assert.deepEqual(again.get("SELECT data FROM thing")?.["data"], Uint8Array.of(1, 2));
    again.close();
    assert.equal(Deno.readTextFileSync(`${path}/.gitignore`), "*\n");
  }),
);

Deno.test(
  "a store's check of its rows survives a garbage collection between two of them",
  withFolder((folder) => {
    const store = Store.open(spec(folder))!;
    store.write(() => {
      for (const row of [1, 2, 3]) store.run("INSERT INTO thing (data) VALUES (?)", Uint8Array.of(row));
    });
    store.close();
    // In a process of its own: what goes wrong there is a crash.
    const script = `
      import { Store } from ${JSON.stringify(import.meta.resolve("../../src/platform/store.ts"))};
      const values = Object.values;
      Object.values = (row) => (globalThis.gc(), values(row));
      console.log(Store.open(${JSON.stringify(spec(folder))}).isWhole());`;
    const { success, stdout } = new Deno.Command(Deno.execPath(), {
      args: [
        "run",
        "-A",
        "--no-check",
        "--v8-flags=--expose-gc",
        `data:text/javascript,${encodeURIComponent(script)}`,
      ],
      stderr: "null",
    }).outputSync();
    assert.ok(success);
    assert.equal(new TextDecoder().decode(stdout), "true\n");
  }),
);

Deno.test(
  "another format has a file of its own, and an old one goes after a while",
  withFolder((folder) => {
    Store.open(spec(folder, 1))!.close();
    Store.open(spec(folder, 2))!.close();
    assert.deepEqual(names(folder), ["test-1-1.sqlite", "test-2-1.sqlite"]);
    const old = new Date(Date.now() - 30 * 86_400_000);
    Deno.utimeSync(`${folder}/test-1-1.sqlite`, old, old);
    Store.open(spec(folder, 2))!.close();
    assert.deepEqual(names(folder), ["test-2-1.sqlite"]);
  }),
);

Deno.test(
  "a discarded store is followed by a new one, and others move on to it",
  withFolder((folder) => {
    const one = Store.open(spec(folder))!;
    const other = Store.open(spec(folder))!;
    one.write(() => one.run("INSERT INTO thing (id) VALUES (1)"));
    const next = one.discard()!;
    assert.equal(next.get("SELECT count(*) AS count FROM thing")?.["count"], 0);
    // The old one is still good for whoever has it open.
    assert.equal(other.get("SELECT count(*) AS count FROM thing")?.["count"], 1);
    other.close();
    next.close();
    Store.open(spec(folder))!.close();
    assert.deepEqual(names(folder), ["test-1-2.sqlite"]);
  }),
);

Deno.test(
  "a link under the store's name is not followed",
  withFolder((folder) => {
    Deno.mkdirSync(`${folder}/cache`);
    Deno.symlinkSync(`${folder}/elsewhere.sqlite`, `${folder}/cache/test-1-1.sqlite`);
    const store = Store.open(spec(`${folder}/cache`))!;
    assert.ok(store.isWritable);
    store.close();
    assert.throws(() => Deno.lstatSync(`${folder}/elsewhere.sqlite`), Deno.errors.NotFound);
  }),
);

Deno.test(
  "a writer that finds another at work gives up soon and leaves nothing",
  withFolder((folder) => {
    const one = Store.open(spec(folder))!;
    const other = Store.open(spec(folder))!;
    one.write(() => {
      assert.equal(other.write(() => other.run("INSERT INTO thing (id) VALUES (1)")), undefined);
      assert.equal(other.problem, "busy");
      assert.equal(other.get("SELECT count(*) AS count FROM thing")?.["count"], 0);
    });
    assert.equal(other.write(() => other.run("INSERT INTO thing (id) VALUES (1)")), 1);
    one.close();
    other.close();
  }),
);

Deno.test(
  "a failing transaction changes nothing",
  withFolder((folder) => {
    const store = Store.open(spec(folder))!;
    assert.throws(() =>
      store.write(() => {
        store.run("INSERT INTO thing (id) VALUES (1)");
        throw new TypeError("a bug");
      }), TypeError);
    assert.equal(store.get("SELECT count(*) AS count FROM thing")?.["count"], 0);
    assert.equal(store.write(() => store.run("INSERT INTO thing (id) VALUES (1)")), 1);
    store.close();
  }),
);

Deno.test(
  "what was being read stays the same until the reader is done",
  withFolder((folder) => {
    const reader = Store.open(spec(folder))!;
    const writer = Store.open(spec(folder))!;
    const count = (): unknown => reader.get("SELECT count(*) AS count FROM thing")?.["count"];
    reader.beginRead();
    assert.equal(count(), 0);
    writer.write(() => writer.run("INSERT INTO thing (id) VALUES (1)"));
    assert.equal(count(), 0);
    reader.endRead();
    assert.equal(count(), 1);
    reader.close();
    writer.close();
  }),
);

Deno.test(
  "room that became free is given back",
  withFolder((folder) => {
    const store = Store.open(spec(folder))!;
    store.write(() => {
      for (let row = 0; row < 2000; row++) {
        store.run("INSERT INTO thing (data) VALUES (?)", new Uint8Array(4000));
      }
    });
    const full = store.size();
    store.write(() => store.run("DELETE FROM thing"));
    store.shrink(10_000);
    assert.ok(store.size() < full / 10, `${store.size()} of ${full}`);
    store.close();
  }),
);

Deno.test(
  "one claim at a time",
  withFolder((folder) => {
    const one = Store.open(spec(folder))!;
    const other = Store.open(spec(folder))!;
    const release = one.lock()!;
    assert.equal(other.lock(), undefined);
    // A claim keeps nobody from writing.
    assert.equal(other.write(() => other.run("INSERT INTO thing (id) VALUES (1)")), 1);
    release();
    other.lock()!();
    one.close();
    other.close();
  }),
);

Deno.test(
  "without the right to write an index is read, and answers what it can parse",
  withFolder(async (folder) => {
    Deno.writeTextFileSync(`${folder}/a.py`, "def door(): pass\n");
    (await openTestIndex(folder)).close();
    Deno.writeTextFileSync(`${folder}/b.py`, "def gate(): pass\n");
    const script = new URL("../support/index_reader.ts", import.meta.url).pathname;
    const config = new URL("../../deno.json", import.meta.url).pathname;
    const args = [
      "run",
      "--allow-read",
      "--allow-env",
      "--no-prompt",
      "--no-check",
      `--config=${config}`,
      script,
      folder,
    ];
    const output = await new Deno.Command(Deno.execPath(), { args, stdin: "null" }).output();
    const printed = new TextDecoder().decode(output.stdout);
    assert.match(printed, /^\{/, new TextDecoder().decode(output.stderr));
    const { found, problem } = JSON.parse(printed);
    assert.deepEqual(found, { door: 1, gate: 1 });
    assert.ok(["readonly", "none"].includes(problem), problem);
  }),
);

Deno.test(
  "on a full disk the answer is whole, and the file too",
  withFolder(async (folder) => {
    for (let file = 0; file < 40; file++) {
      Deno.writeTextFileSync(
        `${folder}/f${file}.py`,
        `def door${file}(cart): return cart.item${file}(${file})\n`.repeat(30),
      );
    }
    const script = new URL("../support/index_process.ts", import.meta.url).pathname;
    const config = new URL("../../deno.json", import.meta.url).pathname;
    const command =
      `trap '' XFSZ; ulimit -f 60; exec "$0" run -A --no-check --frozen --cached-only --config=${config} ${script} ${folder} own 3`;
    const output = await new Deno.Command("sh", { args: ["-c", command, Deno.execPath()], stdin: "null" })
      .output();
    const lines = new TextDecoder().decode(output.stdout).trim().split("\n");
    assert.equal(lines.length, 3, new TextDecoder().decode(output.stderr));
    for (const { found, problem } of lines.map((line) => JSON.parse(line))) {
      assert.ok(found > 0);
      assert.ok(["full", "readonly", "none"].includes(problem), problem);
    }
    const after = await openTestIndex(folder);
    assert.equal(after.problem, undefined);
    assert.equal(after.index.definitionCount("door7"), 30);
    after.close();
  }),
);

Deno.test(
  "dead contents are collected once they outweigh the living",
  withFolder(async (folder) => {
    const write = (round: number): void => {
      for (let file = 0; file < 20; file++) {
        Deno.writeTextFileSync(`${folder}/f${file}.py`, `def door_${round}_${file}(): pass\n`.repeat(20));
      }
    };
    for (let round = 0; round < 6; round++) {
      write(round);
      (await openTestIndex(folder)).close();
    }
    const store = openStore(`${folder}/.cache`)!;
    const count = (): number => Number(store.database.get("SELECT count(*) AS count FROM blob")?.["count"]);
    assert.equal(count(), 120);
    for (let step = 0; step < 10 && compact(store, Infinity, 10); step++);
    assert.ok(count() < 60, `${count()} contents`);
    assert.equal(Number(store.database.get("SELECT count(*) AS count FROM parsed")?.["count"]), count());
    store.database.close();
    const opened = await openTestIndex(folder);
    assert.equal(opened.parsed, 0);
    assert.equal(opened.index.definitionCount("door_5_3"), 20);
    assert.equal(opened.index.definitionCount("door_0_3"), 0);
    opened.close();
    write(0);
    const back = await openTestIndex(folder);
    assert.equal(back.index.definitionCount("door_0_3"), 20);
    back.close();
  }),
);
