import assert from "node:assert/strict";
import { listed, ownersOf, type Part } from "../../../src/graph/impact/owners.ts";
import { type Commit, historyOf } from "../../search/rank/press_history.ts";

const NAMES = ["Ada", "Ben", "Cy", "Dot", "Eve", "Flo"];

/** One commit of each author, newest first. */
const HISTORY = historyOf(NAMES.map((name, at): Commit => [at, `change ${at}`, ["a.py"], name]));

/** A part of an author, whose newest commit is that of the same number. */
function part(author: number, weight: number): Part {
  return {
    author: HISTORY.authors.indexOf(NAMES[author]!),
    weight,
    total: 8,
    commits: weight,
    newest: author,
  };
}

function names(parts: readonly Part[]): string {
  return listed(parts, HISTORY).map(({ name }) => name).join(" ");
}

Deno.test("owners: the largest parts first, of equal ones the more recent, five of them", () => {
  assert.equal(names([part(0, 1), part(1, 3), part(2, 2)]), "Ben Cy Ada");
  assert.equal(names([part(2, 1), part(1, 1), part(0, 1)]), "Ada Ben Cy");
  assert.equal(names([part(1, 1), part(0, 1), part(2, 1)]), "Ada Ben Cy");
  assert.equal(names([5, 4, 3, 2, 1, 0].map((author) => part(author, 1))), "Ada Ben Cy Dot Eve");
});

Deno.test("owners: a commit counts once for all files, shares have two places", () => {
  const history = historyOf([
    [0, "both", ["a.py", "b.py"], "Ben"],
    [1, "one", ["a.py"], "Ada"],
    [2, "other", ["b.py"], "Ada"],
    [3, "elsewhere", ["c.py"], "Cy"],
  ]);
  assert.deepEqual(ownersOf(history, ["a.py", "none.py", "b.py"]), [
    { name: "Ada", commits: 2, share: 0.67, last_changed: "2023-11-13" },
    { name: "Ben", commits: 1, share: 0.33, last_changed: "2023-11-14" },
  ]);
  const [own] = listed([{ ...part(0, 1), lines: 4 }], HISTORY);
  assert.deepEqual(own, { name: "Ada", lines: 4, commits: 1, share: 0.13, last_changed: "2023-11-14" });
});
