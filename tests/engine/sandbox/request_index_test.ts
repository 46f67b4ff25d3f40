import assert from "node:assert/strict";
import { RequestIndex } from "../../../src/engine/sandbox/request_index.ts";
import { listedBefore } from "../../../src/engine/sandbox/index_port.ts";
import { guardedTree } from "../../../src/engine/sandbox/tree.ts";
import type { RepositoryView } from "../../../src/model/sandbox.ts";
import { longTest } from "../../support/long_test.ts";

const MANY = 20_000;

longTest(
  "a very large tree is answered as it was stored, and from the store again if a file has changed",
  async () => {
    const root = Deno.realPathSync(Deno.makeTempDirSync());
    const cache = `${root}/.cache`;
    const names = Array.from({ length: MANY }, (_, at) => `n${String(at).padStart(5, "0")}.txt`);
    const listing = listingOf(names);
    for (const name of names) Deno.writeTextFileSync(`${root}/${name}`, "paper\n");
    // Long enough ago that a further change would be noticed.
    for (const name of names) Deno.utimeSync(`${root}/${name}`, new Date(0), new Date(0));
    await new Promise((resolve) => setTimeout(resolve, 2500));
    const view = { ...viewOf(root, listing), cache };
    const patient = { deadline: performance.now() + 60_000 };
    const first = new RequestIndex(view, guardedTree(view), {});
    assert.deepEqual((await first.open(patient)).pending, []);
    const again = await new RequestIndex(view, guardedTree(view), { before: first }).open(patient);
    again.close();
    const { listing: _, ...unlisted } = view;
    const before = listedBefore(unlisted)!;
    const index = new RequestIndex(view, guardedTree(unlisted, before, true), { stored: before.stored });
    assert.equal(await index.confirm(guardedTree(view)), true, "nothing was asked");
    assert.equal((await index.open(patient)).read, 0);
    Deno.writeTextFileSync(`${root}/${names[7]}`, "paper and dog\n");
    assert.equal(await index.confirm(guardedTree(view)), false);
    const anew = await index.open(patient);
    assert.deepEqual([anew.read, anew.pending, anew.problem], [1, [], undefined]);
    assert.equal(anew.index.chunkFrequency("dog"), 1);
    assert.equal(await index.confirm(guardedTree(view)), true);
    anew.close();
    Deno.removeSync(root, { recursive: true });
  },
);

Deno.test("in idle records and what is derived of them are forgotten, and the answers are the same", async () => {
  const root = Deno.realPathSync(Deno.makeTempDirSync());
  const names = Array.from({ length: 90 }, (_, at) => `door${at}.py`);
  // Names that hardly compress.
  const mixed = (value: number): string => (value * 2654435761 % 4294967296).toString(36);
  const opens = (file: string, at: number): string =>
    `def open_the_door_of_number_${at}_${mixed(at)}_${mixed(at * 31 + file.length)}_${
      file.slice(0, -3)
    }(): pass\n`;
  for (const name of names) {
    Deno.writeTextFileSync(
      `${root}/${name}`,
      Array.from({ length: 1000 }, (_, at) => opens(name, at)).join(""),
    );
  }
  const request = new RequestIndex(
    viewOf(root, listingOf(names)),
    guardedTree(viewOf(root, listingOf(names))),
    {},
  );
  const opened = await request.open({ deadline: performance.now() + 60_000 });
  const { index } = opened;
  const ask = (): unknown[] => names.map((_, file) => index.parsed(file)?.definitions.at(-1)?.name);
  const before = ask();
  assert.match(String(before[0]), /^open_the_door_of_number_999_/);
  const derived = index.memo.get(derive);
  opened.rest();
  assert.equal(index.memo.get(derive), derived, "kept for the next request");
  await request.release();
  assert.notEqual(index.memo.get(derive), derived);
  assert.deepEqual(ask(), before);
  opened.close();
  Deno.removeSync(root, { recursive: true });
});

function derive(): object {
  return {};
}

function listingOf(names: readonly string[]): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(new TextEncoder().encode(names.map((name) => `${name}\0`).join("")));
}

function viewOf(root: string, listing: Uint8Array<ArrayBuffer>): RepositoryView {
  return {
    root,
    facts: { rootSource: "git", isGit: true },
    listing,
    helper: import.meta.resolve("../../../src/engine/sandbox/index_helper.ts"),
    assets: new URL("../../../dist/assets/", import.meta.url).pathname,
    rules: "test",
    exclude: [],
  };
}
