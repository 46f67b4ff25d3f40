import assert from "node:assert/strict";
import { cutOf, passagesOf } from "../../../src/index/vectors/passages.ts";
import { makeRepo } from "../../support/fixture.ts";
import { openTestIndex } from "../../support/index_kit.ts";

const GUIDE = "Some words, größe and 中文字符, and enough of them.";
const DOOR = "def open_door(key_id):\n    return cart.open_door(key_id, 404)";

Deno.test("a passage is the path, the name of the definition and the text; PASSAGES counts its changes", async () => {
  using repo = makeRepo(`//- /guide.md\n${GUIDE}\n//- /shop/door.py\n${DOOR}\n`, { git: false });
  const opened = await openTestIndex(repo.root);
  const { index } = opened;
  const passages = index.files.paths.map((path, file) =>
    passagesOf(index, file, Deno.readTextFileSync(`${repo.root}/${path}`))
  );
  opened.close();
  assert.deepEqual(passages, [[`guide.md\n${GUIDE}`], [`shop/door.py open_door\n${DOOR}`]]);
});

Deno.test("how a content is cut shows in a number: the same lines, the same number", async () => {
  using repo = makeRepo(
    `//- /a.py\n${DOOR}\n//- /b.py\n${DOOR.replaceAll("door", "gate")}\n//- /c.py\n\n\n${DOOR}\n`,
    { git: false },
  );
  const opened = await openTestIndex(repo.root);
  const [a, b, c] = [0, 1, 2].map((file) => cutOf(opened.index, file));
  opened.close();
  assert.equal(a, b);
  assert.notEqual(a, c);
});
