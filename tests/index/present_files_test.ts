import assert from "node:assert/strict";
import { PathTerms } from "../../src/index/path_terms.ts";
import { traitsOf } from "../../src/index/path_traits.ts";
import { PresentFiles } from "../../src/index/present_files.ts";

/** What of a listing's tables is left where some files are missing. */

const listed = ["a/index.ts", "a/link.ts", "docs/link.md", "src/orders.ts", "tests/orders_test.ts", "z.ts"];

for (const missing of [[0], [1, 2], [5], [0, 3, 5], [0, 1, 2, 3, 4, 5]]) {
  const left = listed.filter((_, file) => !missing.includes(file));
  const present = new PresentFiles(missing, listed.length);

  Deno.test(`without ${missing}: files and their columns move up`, () => {
    assert.equal(present.count, left.length);
    assert.deepEqual(present.entries(listed), left);
    assert.deepEqual(
      listed.map((_, file) => present.numberOf(file)),
      listed.map((path) => left.indexOf(path)),
    );
    const column = present.column(Uint16Array.from(listed, (_, file) => file * 1000));
    assert.deepEqual([...column], left.map((path) => listed.indexOf(path) * 1000));
  });

  Deno.test(`without ${missing}: terms of paths are those of the files that are left`, () => {
    const terms = PathTerms.of(listed).only(present);
    const anew = PathTerms.of(left);
    for (const term of ["link", "order", "ts", "src", "md", "nowhere"]) {
      assert.deepEqual(terms.postings(term), anew.postings(term), term);
    }
    left.forEach((_, file) => assert.equal(terms.length(file), anew.length(file)));
  });

  Deno.test(`without ${missing}: what a path alone tells stays with its file`, () => {
    const kept = present.traits(traitsOf(listed));
    const anew = traitsOf(left);
    for (const name of ["test", "aside"] as const) {
      assert.deepEqual(kept[name], anew[name], name);
    }
  });
}
