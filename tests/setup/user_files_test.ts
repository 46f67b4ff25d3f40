import assert from "node:assert/strict";
import { sha256 } from "../../src/platform/sha256.ts";
import { Journal, sameContent } from "../../src/platform/user_files.ts";
import { PROJECT, runProgram, snapshot, withHome } from "./support.ts";

Deno.test("user files: a rollback restores files, links, modes and folders", async () => {
  await withHome(async ({ path, program }) => {
    await Deno.writeTextFile(`${path}/file`, "old", { mode: 0o600 });
    await Deno.writeTextFile(`${path}/gone`, "kept", { mode: 0o640 });
    await Deno.symlink("nowhere", `${path}/link`);
    await Deno.mkdir(`${path}/empty`, { mode: 0o700 });
    const before = await snapshot(path);
    const journal = new Journal();
    await journal.makeFolders(`${path}/a/b/c`);
    await journal.copyFile(program, `${path}/a/b/c/program`, 0o755);
    await journal.writeText(`${path}/file`, "new", "old");
    await journal.writeText(`${path}/fresh`, "new", undefined);
    await journal.link(`${path}/link`, "elsewhere");
    await journal.move(`${path}/link`, `${path}/moved`);
    await journal.remove(`${path}/gone`);
    assert.equal(await journal.removeEmptyFolder(`${path}/empty`), true);
    assert.notDeepEqual(await snapshot(path), before);
    assert.deepEqual(await journal.rollback(), []);
    assert.deepEqual(await snapshot(path), before);
  });
});

Deno.test("user files: a commit leaves no helper files behind", async () => {
  await withHome(async ({ path, program }) => {
    await Deno.writeTextFile(`${path}/file`, "old");
    await Deno.writeTextFile(`${path}/gone`, "old");
    const journal = new Journal();
    await journal.copyFile(program, `${path}/file`, 0o755);
    await journal.remove(`${path}/gone`);
    await journal.commit();
    assert.deepEqual([...Deno.readDirSync(path)].map(({ name }) => name), ["file"]);
    assert.deepEqual(await journal.rollback(), []);
    assert.equal(await Deno.readTextFile(`${path}/file`), await Deno.readTextFile(program));
  });
});

Deno.test("user files: a path that the runtime keeps from being changed stops everything, with the way out", async () => {
  await withHome(async ({ path }) => {
    const module = new URL("../../src/setup/install_steps.ts", import.meta.url).href;
    const script = `import { requireWritable } from "${module}";
      const io = { execPath: "/p/auto-tools" };
      for (const paths of [["${path}/free"], ["${path}/free", "${path}/denied"]]) {
        try { requireWritable(paths, "uninstall", io); console.log("free"); } catch (error) { console.log(error.message); }
      }`;
    await Deno.writeTextFile(`${path}/script.ts`, script);
    const { out, err } = await runProgram(Deno.execPath(), [
      "run",
      "--no-check",
      `--config=${PROJECT}/deno.json`,
      "--allow-all",
      `--deny-write=${path}/denied`,
      `${path}/script.ts`,
    ], { env: Deno.env.toObject(), cwd: PROJECT });
    assert.equal(
      out,
      `free\ncannot change ${path}/denied while its folder is on PATH; nothing was changed; ` +
        "run: PATH=/usr/bin:/bin /p/auto-tools uninstall\n",
      err,
    );
  });
});

Deno.test("user files: somebody else's write at the same moment is not lost", async () => {
  await withHome(async ({ path }) => {
    await Deno.writeTextFile(`${path}/file`, "theirs");
    const journal = new Journal();
    await assert.rejects(
      journal.writeText(`${path}/file`, "ours", "what we read"),
      /another program changed .*run this again/,
    );
    assert.deepEqual(Object.keys(await snapshot(path)), [`${path}/file`]);
    assert.equal(await Deno.readTextFile(`${path}/file`), "theirs");
  });
});

Deno.test("user files: a folder that is not empty stays", async () => {
  await withHome(async ({ path }) => {
    await Deno.mkdir(`${path}/full/inner`, { recursive: true });
    assert.equal(await new Journal().removeEmptyFolder(`${path}/full`), false);
  });
});

Deno.test("user files: equal content is recognised across chunk borders", async () => {
  await withHome(async ({ path }) => {
    const bytes = new Uint8Array((1 << 20) + 5).fill(7);
    await Deno.writeFile(`${path}/a`, bytes);
    await Deno.writeFile(`${path}/b`, bytes);
    assert.equal(await sameContent(`${path}/a`, `${path}/b`), true);
    bytes[bytes.length - 1] = 8;
    await Deno.writeFile(`${path}/b`, bytes);
    assert.equal(await sameContent(`${path}/a`, `${path}/b`), false);
    assert.equal(await sameContent(`${path}/a`, `${path}/missing`), false);
  });
});

Deno.test("user files: the digest is the published one", () => {
  assert.equal(sha256("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
});
