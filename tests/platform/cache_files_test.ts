import assert from "node:assert/strict";
import {
  isPlainOrFree,
  openAppend,
  openWrite,
  readWhole,
  removeOwn,
  replaceWhole,
} from "../../src/platform/cache_files.ts";
import { openPlain } from "../../src/platform/plain_file.ts";
import type { Repo } from "../support/fixture.ts";
import { makeRepo } from "../support/fixture.ts";

const BYTES = new TextEncoder().encode("new\n");

/** `file -> outside/kept`, `folder -> outside`, `dangling -> outside/none`, `pipe`, `plain`. */
function plant(): { repo: Repo; outside: Repo } & Disposable {
  const outside = makeRepo("", { git: false });
  outside.write("kept", "old\n");
  const repo = makeRepo("//- /plain\nold\n", { git: false });
  Deno.symlinkSync(`${outside.root}/kept`, `${repo.root}/file`);
  Deno.symlinkSync(`${outside.root}/none`, `${repo.root}/dangling`);
  Deno.symlinkSync(outside.root, `${repo.root}/folder`);
  new Deno.Command("mkfifo", { args: [`${repo.root}/pipe`] }).outputSync();
  return {
    repo,
    outside,
    [Symbol.dispose]: () => [repo, outside].forEach((one) => one[Symbol.dispose]()),
  };
}

const LINKED = ["file", "dangling", "pipe", "folder/kept", "folder/none", "folder/deeper/none"];

Deno.test("cache files: nothing is read or added to through a link or a pipe", () => {
  using planted = plant();
  for (const name of LINKED) {
    const path = `${planted.repo.root}/${name}`;
    assert.equal(readWhole(path, 1000), undefined, name);
    assert.equal(openAppend(path, 1000), undefined, name);
    assert.equal(isPlainOrFree(path), false, name);
  }
  assert.equal(Deno.readTextFileSync(`${planted.outside.root}/kept`), "old\n");
  assert.deepEqual([...Deno.readDirSync(planted.outside.root)].map(({ name }) => name), ["kept"]);
});

Deno.test("cache files: replacing and removing touch a link itself, and nothing beyond a linked folder", () => {
  using planted = plant();
  for (const name of LINKED) replaceWhole(`${planted.repo.root}/${name}`, BYTES);
  for (const name of ["file", "dangling", "pipe"]) {
    assert.equal(Deno.readTextFileSync(`${planted.repo.root}/${name}`), "new\n");
  }
  for (const name of LINKED) removeOwn(`${planted.repo.root}/${name}`);
  assert.equal(Deno.readTextFileSync(`${planted.outside.root}/kept`), "old\n");
  assert.deepEqual([...Deno.readDirSync(planted.outside.root)].map(({ name }) => name), ["kept"]);
});

Deno.test("cache files: a file with a second name elsewhere is replaced, not written", () => {
  using outside = makeRepo("", { git: false });
  outside.write("kept", "old\n");
  using repo = makeRepo("", { git: false });
  for (const open of [(path: string) => openAppend(path, 1000), openWrite]) {
    const path = `${repo.root}/file`;
    removeOwn(path);
    Deno.linkSync(`${outside.root}/kept`, path);
    assert.equal(isPlainOrFree(path), false);
    using file = open(path);
    file!.writeSync(BYTES);
    assert.equal(Deno.readTextFileSync(`${outside.root}/kept`), "old\n");
    assert.equal(Deno.readTextFileSync(path), "new\n");
    assert.equal(isPlainOrFree(path), true);
  }
});

Deno.test("cache files: a file is written, appended to, read and rotated", () => {
  using repo = makeRepo("", { git: false });
  const path = `${repo.root}/sub/file`;
  assert(replaceWhole(path, BYTES));
  using first = openAppend(path, 1000);
  first!.writeSync(BYTES);
  assert.equal(new TextDecoder().decode(readWhole(path, 1000)), "new\nnew\n");
  assert.equal(readWhole(path, 7), undefined);
  using second = openAppend(path, 7);
  assert.equal(second!.statSync().size, 0);
  assert.equal(Deno.readTextFileSync(`${path}.1`), "new\nnew\n");
  assert(removeOwn(path));
  assert.equal(removeOwn(path), false);
});

Deno.test("plain files: a folder that is exchanged with a link all the time gives nothing away", async () => {
  using outside = makeRepo("//- /a\noutside\n", { git: false });
  using repo = makeRepo("//- /folder/a\ninside\n", { git: false });
  const exchanging = exchange(repo.root, outside.root);
  const texts: string[] = [];
  let refused = 0;
  for (const end = Date.now() + 20_000; refused < 2000 && Date.now() < end;) {
    try {
      using file = openPlain(`${repo.root}/folder/a`);
      const bytes = new Uint8Array(7);
      file.readSync(bytes);
      texts.push(new TextDecoder().decode(bytes));
    } catch (error) {
      if (!(error instanceof Deno.errors.NotFound)) refused++;
    }
  }
  await exchanging.end();
  assert(refused > 0, "nothing was exchanged");
  // What is compared is compared by path: a process fast enough can win, but seldom.
  const shown = texts.filter((text) => text === "outside").length;
  assert(shown <= refused / 100, `${shown} of ${texts.length} reads came from outside`);
});

/** Exchanges `folder` below `root` with a link to `outside`, over and over, in a process of its own. */
function exchange(root: string, outside: string): { end(): Promise<unknown> } {
  const script = `
const [root, outside] = Deno.args;
Deno.symlinkSync(outside, root + "/link");
for (const end = Date.now() + 20_000; Date.now() < end;) {
  Deno.renameSync(root + "/folder", root + "/real");
  Deno.renameSync(root + "/link", root + "/folder");
  Deno.renameSync(root + "/folder", root + "/link");
  Deno.renameSync(root + "/real", root + "/folder");
}`;
  const file = `${root}/exchange.ts`;
  Deno.writeTextFileSync(file, script);
  const child = new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", "--no-check", "--no-config", file, root, outside],
  }).spawn();
  return {
    end: () => {
      child.kill("SIGKILL");
      return child.status;
    },
  };
}
