import assert from "node:assert/strict";
import { createOwnFile, isOwnFolder, readOwnFile } from "../../src/platform/own_files.ts";

function inFolder(check: (folder: string) => void): void {
  const folder = Deno.makeTempDirSync();
  try {
    check(folder);
  } finally {
    Deno.removeSync(folder, { recursive: true });
  }
}

Deno.test("a folder is this user's own when no other user has any access to it", () =>
  inFolder((folder) => {
    for (
      const [mode, isOwn] of [[0o700, true], [0o500, true], [0o710, false], [0o701, false], [0o777, false]]
    ) {
      Deno.chmodSync(folder, mode as number);
      assert.equal(isOwnFolder(folder), isOwn, (mode as number).toString(8));
    }
    Deno.chmodSync(folder, 0o700);
    Deno.symlinkSync(folder, `${folder}/link`);
    assert.equal(isOwnFolder(`${folder}/link`), false);
    Deno.writeTextFileSync(`${folder}/file`, "", { mode: 0o600 });
    assert.equal(isOwnFolder(`${folder}/file`), false);
    assert.equal(isOwnFolder(`${folder}/missing`), false);
  }));

Deno.test("a file is read when it is this user's alone, small and no folder", () =>
  inFolder((folder) => {
    const file = `${folder}/key`;
    assert.equal(readOwnFile(file, 10), undefined);
    assert.equal(createOwnFile(file, "0123456789"), true);
    assert.equal(readOwnFile(file, 10), "0123456789");
    assert.equal(readOwnFile(file, 9), undefined);
    assert.equal(createOwnFile(file, "other"), false);
    assert.equal(readOwnFile(file, 10), "0123456789");
    Deno.chmodSync(file, 0o640);
    assert.equal(readOwnFile(file, 10), undefined);
    assert.equal(readOwnFile(folder, 10), undefined);
  }));
