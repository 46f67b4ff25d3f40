import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { CUT, CUTS, passagesOf } from "../../../src/analysis/vectors/passages.ts";
import { makeRepo } from "../../support/fixture.ts";
import { openTestIndex } from "../../support/index_kit.ts";

/** A little of everything that is cut: definitions, loose code, long bodies, documents. */
const FIXTURE = `
//- /shop.py
import os
@app.route("/x")
class Shop(Base):
    """Sells things."""
    size: int = 3

    def openDoor(self, key_id):
        # opens it
        return self.cart.open_door(key_id, 404)
${"    total = add(total, price_of_the_next_item())\n".repeat(120)}
//- /cart.ts
import { x as y } from "./util";
/** A cart. */
export class Cart<T> extends Base implements Thing {
  #items: T[] = [];
  add(item: T): void { this.#items.push(y(item)); }
}
export const total = (a: number) => a + 1;
//- /main.go
package main

func serve(address string) error { return listen(address, handlers()) }
//- /lib.rs
impl Shop { fn open(&self, door: Door) -> bool { self.keys.iter().any(|key| door.fits(key)) } }
//- /README.md
# Title

Some words, größe and 中文字符, getHTTPResponse, and enough of them to be worth a vector.

## Second

${"A line of a guide that goes on for a while.\n".repeat(90)}
`;

Deno.test("contents are cut otherwise only together with the cut's number", async () => {
  using repo = makeRepo(FIXTURE, { git: false });
  const opened = await openTestIndex(repo.root);
  const hash = createHash("sha1");
  opened.index.files.paths.forEach((path, file) => {
    const passages = passagesOf(opened.index, file, Deno.readTextFileSync(`${repo.root}/${path}`));
    assert.ok(passages.length > 0, path);
    hash.update(JSON.stringify([path, passages]));
  });
  opened.close();
  const fingerprint = hash.digest("hex");
  const cut = CUTS[CUT - 1]!;
  // A released cut is never changed: add a line to CUTS with this fingerprint.
  assert.equal(fingerprint, cut.fingerprint, `the fingerprint is now ${fingerprint}`);
});
